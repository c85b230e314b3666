internal import JWS

/// The secrets that a target's messages are signed with: one, or two while one takes the place of the other.
///
/// Shows nothing of them when it is printed.
package struct WebhookSecrets: Hashable, Sendable {
    /// What each secret begins with.
    package static let prefix = "whsec_"
    /// How many bytes a secret may have.
    package static let length = 24...64

    /// Why a text holds no secrets; nothing of them is told.
    package enum Mistake: Error, Hashable, Sendable {
        /// There is no secret.
        case none
        /// There are more than two.
        case tooMany(Int)
        /// The line, counted from 1, does not begin with the prefix.
        case prefix(line: Int)
        /// What follows the prefix is not base64.
        case base64(line: Int)
        /// The secret has too few or too many bytes.
        case length(line: Int, found: Int)
    }

    /// The keys in their order.
    let keys: [[UInt8]]

    /// How many there are.
    package var count: Int { keys.count }

    /// Reads one secret a line; empty lines and white space around a secret do not count.
    package init(lines bytes: [UInt8]) throws(Mistake) {
        let isSpace = { (byte: UInt8) in byte == 0x20 || byte == 0x09 || byte == 0x0D }
        var keys: [[UInt8]] = []
        for (index, line) in bytes.split(separator: 0x0A, omittingEmptySubsequences: false).enumerated() {
            guard let first = line.firstIndex(where: { !isSpace($0) }),
                let last = line.lastIndex(where: { !isSpace($0) })
            else { continue }
            keys.append(try Self.key(line[first...last], line: index + 1))
        }
        guard !keys.isEmpty else { throw .none }
        guard keys.count <= 2 else { throw .tooMany(keys.count) }
        self.keys = keys
    }

    private static func key(_ text: ArraySlice<UInt8>, line: Int) throws(Mistake) -> [UInt8] {
        guard text.starts(with: prefix.utf8) else { throw .prefix(line: line) }
        let key: [UInt8]
        do throws(Base64Error) {
            key = try Base64.decode(text.dropFirst(prefix.utf8.count))
        } catch {
            throw .base64(line: line)
        }
        guard length.contains(key.count) else { throw .length(line: line, found: key.count) }
        return key
    }
}

extension WebhookSecrets: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// The number of secrets, and nothing of them.
    package var description: String { count == 1 ? "1 secret" : "\(count) secrets" }

    /// The same.
    package var debugDescription: String { description }

    /// Nothing.
    package var customMirror: Mirror { Mirror(self, children: []) }
}

extension WebhookSecrets.Mistake: CustomStringConvertible {
    /// The rest of a sentence that begins with the file.
    package var description: String {
        switch self {
        case .none: "holds no secret"
        case .tooMany(let count): "holds \(count) secrets, not one, or two while they change"
        case .prefix(let line): "does not begin with \(WebhookSecrets.prefix) in line \(line)"
        case .base64(let line): "has something else than base64 after \(WebhookSecrets.prefix) in line \(line)"
        case .length(let line, let found):
            "has a secret of \(found) bytes in line \(line), not \(WebhookSecrets.length.lowerBound) to "
                + "\(WebhookSecrets.length.upperBound)"
        }
    }
}
