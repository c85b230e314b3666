internal import FoundationEssentials
public import StoreCore

/// The secret that opens a service's private listener (RFC 6750); shown nowhere.
public struct BearerToken: Sendable {
    private let value: String

    /// Takes a token as it is.
    ///
    /// - Parameter value: Printable ASCII without white space.
    /// - Throws: ``StoreBackendError`` when it cannot be a token; the token is not in it.
    public init(_ value: String) throws(StoreBackendError) {
        guard !value.isEmpty, value.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) else {
            throw .refused(reason: "a token is empty, or holds characters that no header field can carry")
        }
        self.value = value
    }

    /// Reads the first token of a file that holds one a line, which is what the service reads too.
    ///
    /// - Parameter path: The file.
    /// - Throws: ``StoreBackendError`` when there is no such file, or no token in it.
    public init(file path: String) throws(StoreBackendError) {
        guard let bytes = try? Data(contentsOf: URL(filePath: path)) else {
            throw .refused(reason: "the file with the token cannot be read")
        }
        let lines = bytes.split(separator: 0x0A).map { line in
            let isSpace = { (byte: UInt8) in byte == 0x20 || byte == 0x09 || byte == 0x0D }
            return Array(Array(line.drop(while: isSpace).reversed()).drop(while: isSpace).reversed())
        }
        try self.init(String(decoding: lines.first { !$0.isEmpty } ?? [], as: UTF8.self))
    }

    /// The value of an `Authorization` field.
    var authorization: String { "Bearer \(value)" }
}

extension BearerToken: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// That there is one, and nothing of it.
    public var description: String { "a token" }

    /// The same.
    public var debugDescription: String { description }

    /// No children, since `dump` would show the token.
    public var customMirror: Mirror { Mirror(self, children: []) }
}
