internal import AppStoreModels
internal import AppStoreVerification
internal import JWS
internal import OpenSSLCrypto
internal import StrictJSON

/// Takes JWS apart and verifies them on the side.
struct JWSDecoder {
    let verifier: SignedDataVerifier
    /// The present, in milliseconds since 1970.
    let now: Int64

    /// Decodes a JWS and everything signed inside it, whether or not it can be verified.
    func decode(_ text: [UInt8]) -> DecodedJWS {
        let result = verify(text, as: nil)
        var decoded = takeApart(text)
        decoded.note(result)
        guard decoded.kind == .notification, let payload = decoded.payload else { return decoded }
        for (name, kind, container, member) in JWSDecoder.places {
            guard let inner = payload[container]?[member]?.string else { continue }
            let path = "\(container).\(member)"
            decoded.nested.append(
                DecodedJWS.Nested(
                    name: name, path: path,
                    decoded: decodeNested(Array(inner.utf8), as: kind, at: path, in: result)))
        }
        return decoded
    }

    /// Where notifications carry what is signed on its own.
    private static let places: [(name: String, kind: PayloadKind, container: String, member: String)] = [
        ("transaction", .transaction, "data", "signedTransactionInfo"),
        ("renewalInfo", .renewalInfo, "data", "signedRenewalInfo"),
        ("appTransaction", .appTransaction, "appData", "signedAppTransactionInfo"),
    ]

    private func verify(_ text: [UInt8], as kind: PayloadKind?) -> Result<VerifiedPayload, VerificationFailure> {
        do throws(VerificationFailure) {
            return .success(try verifier.verify(text, as: kind, now: now))
        } catch {
            return .failure(error)
        }
    }

    private func decodeNested(
        _ text: [UInt8], as kind: PayloadKind, at path: String, in outer: Result<VerifiedPayload, VerificationFailure>
    ) -> DecodedJWS {
        var decoded = takeApart(text)
        // Judged within its notification where that is possible, as the notification may contradict it.
        switch outer {
        case .success(let payload) where payload.nestedFailure == nil: decoded.note(outer)
        case .success(let payload) where payload.nestedFailure?.path == path: decoded.failure = payload.nestedFailure
        default: decoded.note(verify(text, as: kind))
        }
        return decoded
    }

    private func takeApart(_ text: [UInt8]) -> DecodedJWS {
        var decoded = DecodedJWS()
        guard let jws = try? CompactJWS(parsing: text) else { return decoded }
        if let bytes = try? jws.headerBytes(), let header = try? JSONDocument(parsing: bytes).root {
            decoded.header = header
            decoded.certificates = (header["x5c"].map { Array($0.elements) } ?? []).compactMap { element in
                guard let base64 = element.string, let der = try? Base64.decode(base64),
                    let certificate = try? Certificate(der: der)
                else { return nil }
                return certificate
            }
        }
        decoded.payload = try? JSONDocument(parsing: jws.payload).root
        decoded.kind = decoded.payload.flatMap(PayloadKind.detect)
        return decoded
    }
}

extension DecodedJWS {
    fileprivate mutating func note(_ result: Result<VerifiedPayload, VerificationFailure>) {
        switch result {
        case .success(let payload):
            failure = nil
            environment = payload.environment?.rawValue
            signer = payload.chain.isXcode ? .xcode : payload.chain.leadsToAddedRoot ? .added : .apple
        case .failure(let reason): failure = reason
        }
    }
}
