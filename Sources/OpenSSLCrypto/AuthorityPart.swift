/// One of the six files that a kept authority consists of.
public enum AuthorityPart: String, CaseIterable, Hashable, Sendable {
    /// The root's certificate.
    case root
    /// The root's key.
    case rootKey = "root-key"
    /// The intermediate's certificate.
    case intermediate
    /// The intermediate's key.
    case intermediateKey = "intermediate-key"
    /// The leaf's certificate.
    case leaf
    /// The leaf's key.
    case leafKey = "leaf-key"

    /// The name of its file.
    public var fileName: String { rawValue + ".pem" }

    /// Whether only the owner may read it.
    public var isSecret: Bool {
        switch self {
        case .rootKey, .intermediateKey, .leafKey: true
        case .root, .intermediate, .leaf: false
        }
    }
}

extension TestAuthority {
    /// The text of a part, as its file holds it.
    ///
    /// - Parameter part: The part.
    /// - Returns: A PEM text.
    /// - Throws: ``OpenSSLError`` when there is no memory.
    public func pem(of part: AuthorityPart) throws(OpenSSLError) -> String {
        switch part {
        case .root: root.pem
        case .rootKey: try rootKey.pem()
        case .intermediate: intermediate.pem
        case .intermediateKey: try intermediateKey.pem()
        case .leaf: leaf.pem
        case .leafKey: try leafKey.pem()
        }
    }

    /// Puts an authority together again, part by part.
    public struct Assembly: Sendable {
        private var root: Certificate?
        private var rootKey: P384PrivateKey?
        private var intermediate: Certificate?
        private var intermediateKey: P384PrivateKey?
        private var leaf: Certificate?
        private var leafKey: P256PrivateKey?

        /// Starts with no part.
        public init() {}

        /// Reads a part.
        ///
        /// - Parameters:
        ///   - part: Which part it is.
        ///   - pem: The text of its file.
        /// - Throws: ``OpenSSLError`` when the text is something else.
        public mutating func add(_ part: AuthorityPart, pem: String) throws(OpenSSLError) {
            switch part {
            case .root: root = try Certificate(pem: pem)
            case .rootKey: rootKey = try P384PrivateKey(pem: pem)
            case .intermediate: intermediate = try Certificate(pem: pem)
            case .intermediateKey: intermediateKey = try P384PrivateKey(pem: pem)
            case .leaf: leaf = try Certificate(pem: pem)
            case .leafKey: leafKey = try P256PrivateKey(pem: pem)
            }
        }

        /// The authority; `nil` as long as a part is missing.
        public var authority: TestAuthority? {
            guard let root, let rootKey, let intermediate, let intermediateKey, let leaf, let leafKey else {
                return nil
            }
            return TestAuthority(
                root: root, rootKey: rootKey, intermediate: intermediate, intermediateKey: intermediateKey, leaf: leaf,
                leafKey: leafKey)
        }
    }
}
