import JWS
import OpenSSLCrypto
import StrictJSON
import TestSupport

/// One damaged input.
struct MutationCase: Sendable {
    var input: [UInt8]
    /// The digest of the payload that was signed again after the damage, where it was.
    var resigned: [UInt8]?
}

extension MutationCorpus {
    /// The damaged input of one number; the same for the same number, but for random signatures.
    func damaged(_ number: Int, seed: UInt64 = 0x5EED) throws -> MutationCase {
        var mutator = Mutator(seed: seed &+ UInt64(number) &* 0x9E37_79B9_7F4A_7C15)
        let input = mutator.choice(inputs)
        let other = mutator.choice(inputs)
        switch number % 16 {
        case 0..<4: return MutationCase(input: mutator.mutated(input, with: other))
        case 4: return MutationCase(input: spliced(input, other, &mutator))
        case 5: return MutationCase(input: try insideSegment(input, &mutator))
        case 6: return MutationCase(input: try signatureTwin(input, &mutator))
        case 7: return try headerEdited(input, &mutator)
        case 8: return try certificateDamaged(input, &mutator)
        case 9, 10: return try payloadDamaged(input, other, &mutator)
        case 11: return try largeJSON(number, &mutator)
        case 12, 13: return try nestedDamaged(other, &mutator)
        case 14: return try claimsEdited(&mutator)
        default:
            guard number % 128 == 15 else { return MutationCase(input: mutator.mutated(input, with: other)) }
            return try dear(input, &mutator)
        }
    }

    private func segments(_ jws: [UInt8]) -> [[UInt8]] { jws.split(separator: UInt8(ascii: ".")).map(Array.init) }

    private func joined(_ segments: [[UInt8]]) -> [UInt8] { Array(segments.joined(separator: [UInt8(ascii: ".")])) }

    /// Segments of two sound inputs, or of one in another order.
    private func spliced(_ input: [UInt8], _ other: [UInt8], _ mutator: inout Mutator) -> [UInt8] {
        var parts = segments(input)
        let others = segments(other)
        switch mutator.number(below: 4) {
        case 0: parts[mutator.number(below: 3)] = others[mutator.number(below: 3)]
        case 1: parts.swapAt(mutator.number(below: 3), mutator.number(below: 3))
        case 2: parts.insert(others[mutator.number(below: 3)], at: mutator.number(below: 4))
        default: parts.remove(at: mutator.number(below: 3))
        }
        return joined(parts)
    }

    /// Damage to the bytes that a segment stands for, encoded well again.
    private func insideSegment(_ input: [UInt8], _ mutator: inout Mutator) throws -> [UInt8] {
        var parts = segments(input)
        let at = mutator.number(below: 3)
        parts[at] = Base64URL.encodedBytes(mutator.mutated(try Base64URL.decode(parts[at][...]))[...])
        return joined(parts)
    }

    /// The second valid signature that everybody can make of a first, or one with a bit more changed.
    private func signatureTwin(_ input: [UInt8], _ mutator: inout Mutator) throws -> [UInt8] {
        var parts = segments(input)
        var signature = try Base64URL.decode(parts[2][...])
        signature = Array(signature[..<32]) + CurveOrder.subtracting(Array(signature[32...]))
        if mutator.number(below: 2) == 0 {
            signature[mutator.number(below: 64)] ^= 1 << UInt8(mutator.number(below: 8))
        }
        parts[2] = Base64URL.encodedBytes(signature[...])
        return joined(parts)
    }

    /// A header with members changed, signed again by the true key, which nobody but the signer could do.
    private func headerEdited(_ input: [UInt8], _ mutator: inout Mutator) throws -> MutationCase {
        let payload = try CompactJWS(parsing: input).payload
        var header: JSONValue = ["alg": "ES256", "x5c": .array(entries)]
        switch mutator.number(below: 6) {
        case 0: header["alg"] = mutator.choice(["none", "HS256", "es256", "ES384", "", .null, 1, ["ES256"]])
        case 1: header["x5c"] = .array(entries.shuffled(using: &mutator.generator))
        case 2:
            header["x5c"] = .array(
                Array(entries.prefix(mutator.number(below: 4))) + entries.prefix(mutator.number(below: 3)))
        case 3:
            header[mutator.choice(["crit", "jwk", "jku", "x5u", "kid", "b64", "zip", "enc"])] = mutator.choice([
                "x", [], [:], .null, true,
            ])
        case 4: header = .array([header])
        default: header["x5c"] = mutator.choice([.null, "x", [:], [[:]], .array([.array(entries)])])
        }
        let isSigned = mutator.number(below: 4) > 0
        let text = JSONWriter().bytes(header)
        return MutationCase(
            input: try sign(
                payload, header: mutator.number(below: 3) == 0 ? mutator.mutated(text) : text, isSigned, input))
    }

    /// A certificate with bytes changed; the payload is signed by the true key.
    private func certificateDamaged(_ input: [UInt8], _ mutator: inout Mutator) throws -> MutationCase {
        let payload = try CompactJWS(parsing: input).payload
        var entries = entries
        let at = mutator.number(below: 3)
        var der = signer.authority.chain[at].der
        if mutator.number(below: 3) == 0 {
            der = mutator.mutated(der, with: signer.authority.chain[mutator.number(below: 3)].der)
        } else {
            der[mutator.number(below: der.count)] ^= 1 << UInt8(mutator.number(below: 8))
        }
        entries[at] = .string(Base64.encode(der))
        let header = JSONWriter().bytes(["alg": "ES256", "x5c": .array(entries)])
        return MutationCase(input: try sign(payload, header: header, true, input))
    }

    /// A payload with bytes changed and signed again: as if the signer had written it.
    private func payloadDamaged(_ input: [UInt8], _ other: [UInt8], _ mutator: inout Mutator) throws -> MutationCase {
        let payload = mutator.mutated(
            try CompactJWS(parsing: input).payload, with: try CompactJWS(parsing: other).payload)
        return resigned(payload, try signer.sign(bytes: payload))
    }

    /// Members of a transaction with values of every kind, signed again.
    private func claimsEdited(_ mutator: inout Mutator) throws -> MutationCase {
        let samples = [
            SamplePayload.transaction(), SamplePayload.renewalInfo(), SamplePayload.appTransaction(),
            SamplePayload.realtimeRequest(), SamplePayload.notification(),
        ]
        guard case .object(var members) = mutator.choice(samples) else { return MutationCase(input: []) }
        for _ in 0...mutator.number(below: 3) {
            let value = mutator.choice(MutationCorpus.oddValues)
            let at = mutator.number(below: members.count)
            switch mutator.number(below: 3) {
            case 0: members[at].value = value
            case 1: members.append(JSONMember(members[at].name, value))
            default:
                members.append(
                    JSONMember(mutator.choice(["summary", "appData", "data", "isUpgraded", "unknown"]), value))
            }
        }
        let payload = JSONWriter().bytes(.object(members))
        return resigned(payload, try signer.sign(bytes: payload))
    }

    private static let oddValues: [JSONValue] =
        [
            .null, true, false, 0, -1, .integer(Int64.max), .integer(UInt64.max), "", "0", "Sandbox", "Production", [],
            [:], [[:]],
            ["environment": "Sandbox", "bundleId": "com.example.app"], "\u{0}", "e\u{301}",
            .string(String(repeating: "9", count: 400)),
        ]
        + [
            "1e400", "1e-400", "1E+2", "-0", "0.5", "1780272000000.7297", "123456789012345678901234567890",
            "1e999999999999999999999",
        ]
        .compactMap { JSONNumber(text: $0) }.map { .number($0) }

    /// A notification whose inner JWS is damaged or another's; the outer one is signed again.
    private func nestedDamaged(_ other: [UInt8], _ mutator: inout Mutator) throws -> MutationCase {
        var transaction = try signer.sign(SamplePayload.transaction())
        var renewal = try signer.sign(SamplePayload.renewalInfo())
        let damaged = mutator.number(below: 3) == 0 ? other : mutator.mutated([UInt8](transaction.utf8), with: other)
        if mutator.number(below: 2) == 0 {
            transaction = String(decoding: damaged, as: UTF8.self)
        } else {
            renewal = String(decoding: damaged, as: UTF8.self)
        }
        let payload = JSONWriter().bytes(
            SamplePayload.notification(
                data: ["signedTransactionInfo": .string(transaction), "signedRenewalInfo": .string(renewal)]))
        return resigned(payload, try signer.sign(bytes: payload))
    }

    /// Deep, long and wide JSON as payload or header, signed by the true key.
    private func largeJSON(_ number: Int, _ mutator: inout Mutator) throws -> MutationCase {
        // Most are of some kilobytes, some of hundreds, and in a long run a few near the limit.
        let size = number % 8000 == 4011 ? 8 << 20 : number % 400 == 11 ? 1 << 18 : 1 << (6 + mutator.number(below: 8))
        let text: String =
            switch mutator.number(below: 9) {
            case 0: String(repeating: "[", count: size)
            case 1: String(repeating: "{\"a\":", count: size / 5) + "1" + String(repeating: "}", count: size / 5)
            case 2: "{\"transactionId\":\"" + String(repeating: "\\u0061", count: size / 6) + "\"}"
            case 3: "{\"transactionId\":1,\"signedDate\":" + String(repeating: "9", count: size) + "}"
            case 4: "{\"transactionId\":1,\"signedDate\":1e" + String(repeating: "9", count: size) + "}"
            case 5: "{\"transactionId\":1" + (0..<(size / 12)).map { ",\"name\($0)\":1" }.joined() + "}"
            case 6:
                "{\"x5c\":[" + Array(repeating: "\"AA==\"", count: size / 7 + 1).joined(separator: ",")
                    + "],\"alg\":\"ES256\"}"
            case 7:
                "{\"transactionId\":\"" + String(repeating: "e\u{301}\u{302}", count: size / 5) + "\",\"bundleId\":1}"
            default: "{\"transactionId\":1,\"bundleId\":" + String(repeating: " ", count: size) + "\"x\"}"
            }
        let bytes = [UInt8](text.utf8)
        guard mutator.number(below: 3) == 0 else { return resigned(bytes, try signer.sign(bytes: bytes)) }
        return MutationCase(input: try sign(JSONWriter().bytes(SamplePayload.transaction()), header: bytes, true, []))
    }

    private func dear(_ input: [UInt8], _ mutator: inout Mutator) throws -> MutationCase {
        let payload = try CompactJWS(parsing: input).payload
        return MutationCase(
            input: try sign(payload, header: mutator.choice(dearHeaders), true, input))
    }

    private var entries: [JSONValue] { signer.authority.chain.map { .string(Base64.encode($0.der)) } }

    private func resigned(_ payload: [UInt8], _ jws: String) -> MutationCase {
        MutationCase(input: [UInt8](jws.utf8), resigned: payload)
    }

    /// Puts a payload under a header, signed by the leaf's key or with the signature of another.
    private func sign(
        _ payload: [UInt8], header: [UInt8], _ isSigned: Bool, _ other: [UInt8]
    ) throws -> [UInt8] {
        let message =
            Base64URL.encodedBytes(header[...]) + [UInt8(ascii: ".")] + Base64URL.encodedBytes(payload[...])
        let signature = isSigned ? try signer.authority.leafKey.sign(message) : try CompactJWS(parsing: other).signature
        return message + [UInt8(ascii: ".")] + Base64URL.encodedBytes(signature[...])
    }
}
