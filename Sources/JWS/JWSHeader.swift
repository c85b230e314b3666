public import StrictJSON

/// The header of a JWS (RFC 7515, section 4), with the algorithm checked.
///
/// No member ever leads to a key: `jwk`, `jku`, `x5u` and `kid` are ignored, and `x5c` only holds candidates for a
/// chain that others must judge.
public struct JWSHeader: Sendable {
    /// The whole header.
    public let json: JSONDocument
    /// The algorithm, always ES256.
    public let alg: String
    /// The certificates, each in base64; `nil` without the member.
    public let x5c: [String]?
    /// The key's name, for display only; `nil` without the member or when it is no string.
    public let kid: String?
    /// The media type; `nil` without the member or when it is no string.
    public let typ: String?

    /// Parses and checks a header.
    ///
    /// - Parameter bytes: The JSON text: one object without duplicate names, `alg` exactly ES256, no `crit`.
    /// - Throws: ``JWSError`` for the first thing that is wrong.
    public init(parsing bytes: [UInt8]) throws(JWSError) {
        let json: JSONDocument
        do { json = try JSONDocument(parsing: bytes) } catch { throw .header(error) }
        let root = json.root
        guard root.kind == .object else { throw .headerNotAnObject(found: root.kind) }
        let algorithm = root["alg"]
        if let algorithm, algorithm.kind != .string { throw .headerMember(name: "alg", expected: "a string") }
        guard let alg = algorithm?.string, alg == "ES256" else { throw .algorithm(found: algorithm?.string) }
        guard root["crit"] == nil else { throw .critical }
        self.json = json
        self.alg = alg
        kid = root["kid"]?.string
        typ = root["typ"]?.string
        x5c = try JWSHeader.x5c(in: root)
    }

    /// Decodes the certificates.
    ///
    /// - Returns: DER bytes, not yet known to be certificates.
    /// - Throws: ``JWSError``, `x5cMissing` or `x5cBase64`.
    public func x5cDER() throws(JWSError) -> [[UInt8]] {
        guard let x5c else { throw .x5cMissing }
        var certificates: [[UInt8]] = []
        for (index, text) in x5c.enumerated() {
            do { certificates.append(try Base64.decode(text)) } catch { throw .x5cBase64(index: index, error) }
        }
        return certificates
    }

    private static func x5c(in root: JSONNode) throws(JWSError) -> [String]? {
        guard let member = root["x5c"] else { return nil }
        let texts = member.elements.compactMap(\.string)
        guard member.kind == .array, texts.count == member.elements.reduce(0, { count, _ in count + 1 }) else {
            throw .headerMember(name: "x5c", expected: "an array of strings")
        }
        return texts
    }
}
