public import OpenSSLCrypto

/// The keys and certificates that a session signs with, each from some moment on.
public struct SigningChain: Sendable {
    /// Who signs.
    public enum Identity: Sendable {
        /// The leaf of an authority shaped like Apple's, under a chain of three certificates.
        case authority(TestAuthority)
        /// One certificate shaped like Xcode's.
        case xcode(XcodeIdentity)
    }

    /// Who signs from a moment on.
    public struct Era: Sendable {
        /// The first moment, in milliseconds since 1970-01-01T00:00:00Z.
        public let start: Int64
        /// Who signs.
        public let identity: Identity
    }

    /// The eras, in the order of their starts; never empty.
    public private(set) var eras: [Era]
    /// The last second in which certificates made later are valid.
    private let lastSecond: Int64

    /// Signs all the time as one identity, such as an authority read from files.
    public init(_ identity: Identity) {
        eras = [Era(start: .min, identity: identity)]
        switch identity {
        case .authority(let authority): lastSecond = authority.leaf.notAfter
        case .xcode(let xcode): lastSecond = xcode.certificate.notAfter
        }
    }

    /// Makes a new authority shaped like Apple's, whose three certificates cover a span of time.
    ///
    /// - Parameters:
    ///   - name: Tells it from other authorities; part of every subject.
    ///   - start: The first moment, in milliseconds since 1970-01-01T00:00:00Z.
    ///   - end: The last moment.
    /// - Returns: The chain.
    /// - Throws: ``OpenSSLError`` when there is no randomness, or a date cannot be written.
    public static func appStore(
        name: String = "Storekeeper", from start: Int64, to end: Int64
    ) throws(OpenSSLError) -> SigningChain {
        SigningChain(
            .authority(try TestAuthority(name: name, notBefore: second(of: start), notAfter: second(of: end) + 1)))
    }

    /// Makes one certificate shaped like Xcode's, which covers a span of time.
    ///
    /// - Parameters:
    ///   - start: The first moment, in milliseconds since 1970-01-01T00:00:00Z.
    ///   - end: The last moment.
    /// - Returns: The chain.
    /// - Throws: ``OpenSSLError`` when there is no randomness, or a date cannot be written.
    public static func xcode(from start: Int64, to end: Int64) throws(OpenSSLError) -> SigningChain {
        SigningChain(.xcode(try XcodeIdentity(notBefore: second(of: start), notAfter: second(of: end) + 1)))
    }

    /// Changes the leaf in mid-history, as Apple does every other year; what was signed before keeps its own.
    ///
    /// An authority issues a new leaf under the same intermediate. Xcode has no authority: its new certificate is one
    /// more to be trusted, as on another machine.
    ///
    /// - Parameter start: The moment from which the new leaf signs, after all changes before.
    /// - Throws: ``OpenSSLError`` when there is no randomness, or a date cannot be written.
    public mutating func changeLeaf(from start: Int64) throws(OpenSSLError) {
        guard let last = eras.last, start > last.start else { throw .malformedInput("a change before the last one") }
        let first = SigningChain.second(of: start)
        let identity: Identity =
            switch last.identity {
            case .authority(let authority):
                .authority(try authority.withNewLeaf(notBefore: first, notAfter: lastSecond))
            case .xcode: .xcode(try XcodeIdentity(notBefore: first, notAfter: lastSecond))
            }
        eras.append(Era(start: start, identity: identity))
    }

    /// Whether everything is signed as Xcode does.
    public var isXcode: Bool { eras.allSatisfy { $0.identity.isXcode } }

    /// The certificates that a verifier must be told to trust: the root, or all of Xcode's.
    public var anchors: [Certificate] {
        var anchors: [Certificate] = []
        for era in eras where !anchors.contains(era.identity.anchor) { anchors.append(era.identity.anchor) }
        return anchors
    }

    /// The position of the era of a moment; the first where the moment lies before all.
    func position(at moment: Int64) -> Int { eras.lastIndex { $0.start <= moment } ?? 0 }

    private static func second(of moment: Int64) -> Int64 {
        moment / 1000 - (moment % 1000 < 0 ? 1 : 0)
    }
}

extension SigningChain.Identity {
    /// The certificate that a verifier must be told to trust.
    public var anchor: Certificate {
        switch self {
        case .authority(let authority): authority.root
        case .xcode(let xcode): xcode.certificate
        }
    }

    /// The certificates in the order of an `x5c` header.
    public var x5c: [Certificate] {
        switch self {
        case .authority(let authority): authority.chain
        case .xcode(let xcode): [xcode.certificate]
        }
    }

    /// The key that signs payloads.
    public var key: P256PrivateKey {
        switch self {
        case .authority(let authority): authority.leafKey
        case .xcode(let xcode): xcode.key
        }
    }

    var isXcode: Bool {
        switch self {
        case .authority: false
        case .xcode: true
        }
    }
}
