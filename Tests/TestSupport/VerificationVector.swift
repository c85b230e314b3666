internal import FoundationEssentials
internal import StrictJSON

/// One input for a verifier, with all it needs to know and what must come of it: the form of `TestVectors/FOLDER/*.json`.
package struct VerificationVector: Sendable, CustomStringConvertible {
    /// What must come of a vector.
    package enum Expectation: Hashable, Sendable {
        /// It is accepted as this kind of payload.
        case accepted(kind: String)
        /// It is refused with this code, at this path inside a notification.
        case refused(code: String, path: String?)
    }

    /// What a verifier trusts and accepts.
    package struct Trust: Hashable, Sendable {
        /// Roots in DER; no other is trusted, Apple's neither.
        package var roots: [[UInt8]] = []
        /// Certificates exported from Xcode, in DER.
        package var xcodeCertificates: [[UInt8]] = []
        /// `BUNDLE_ID` or `BUNDLE_ID:APPLE_ID`; none for any app.
        package var apps: [String] = []
        /// The names of environments.
        package var environments = ["Production", "Sandbox"]
        /// `signed`, `now` or a number of milliseconds.
        package var clock = "signed"
        /// The longest JWS that is looked at, where it is not the default.
        package var maximumBytes: Int?

        /// Starts from the defaults.
        package init(roots: [[UInt8]] = []) { self.roots = roots }
    }

    /// What the vector is called; unique in its file.
    package var name: String
    /// Which rule it shows, and how.
    package var comment: String
    /// The text to verify.
    package var input: String
    /// The kind that is asked for; `nil` for any.
    package var kind: String?
    /// What to trust.
    package var trust: Trust
    /// The present, in milliseconds since 1970-01-01T00:00:00Z.
    package var validationTime: Int64
    /// What must come of it.
    package var expectation: Expectation

    /// Puts a vector together.
    package init(
        name: String, comment: String, input: String, kind: String? = nil, trust: Trust, validationTime: Int64,
        expectation: Expectation
    ) {
        self.name = name
        self.comment = comment
        self.input = input
        self.kind = kind
        self.trust = trust
        self.validationTime = validationTime
        self.expectation = expectation
    }

    /// The name.
    package var description: String { name }
}

extension VerificationVector {
    /// Why a file of vectors cannot be read.
    package struct FormatError: Error, CustomStringConvertible {
        /// Where and what.
        package let description: String

        /// Says where and what.
        package init(_ description: String) { self.description = description }
    }

    /// The vectors of every file in a folder of `TestVectors`, in the order of their file names.
    package static func load(_ folder: String) throws -> [VerificationVector] {
        try files(in: folder).flatMap { try load(file: $0) }
    }

    /// The files of a folder, as paths below `TestVectors`.
    package static func files(in folder: String) throws -> [String] {
        try FileManager.default
            .contentsOfDirectory(atPath: TestVectors.folder.appending(path: folder).path)
            .filter { $0.hasSuffix(".json") }.sorted().map { "\(folder)/\($0)" }
    }

    /// The vectors of one file.
    package static func load(file: String) throws -> [VerificationVector] {
        let root = try JSONDocument(parsing: TestVectors.bytes(file)).root
        guard let vectors = root["vectors"] else { throw FormatError("\(file): no vectors") }
        return try vectors.elements.map { try VerificationVector($0, in: root, file: file) }
    }
}
