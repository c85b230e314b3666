internal import OpenSSLCrypto

/// The bearer tokens that open the private listener (RFC 6750).
package struct AccessTokens: Sendable {
    private let tokens: [[UInt8]]

    /// How many there are.
    package var count: Int { tokens.count }
    /// The length of the shortest, in bytes.
    package var shortest: Int { tokens.map(\.count).min() ?? 0 }

    /// Why the lines of a file are no tokens.
    enum Failure: Error, Hashable {
        /// There is no token.
        case none
        /// The line, counted from 1, holds characters that no header field can carry as a token.
        case characters(line: Int)
    }

    /// Reads one token a line; empty lines and white space around a token do not count.
    init(lines bytes: [UInt8]) throws(Failure) {
        var tokens: [[UInt8]] = []
        let lines = bytes.split(separator: 0x0A, omittingEmptySubsequences: false)
        for (index, line) in lines.enumerated() {
            let isSpace = { (byte: UInt8) in byte == 0x20 || byte == 0x09 || byte == 0x0D }
            guard let first = line.firstIndex(where: { !isSpace($0) }),
                let last = line.lastIndex(where: { !isSpace($0) })
            else { continue }
            let token = Array(line[first...last])
            guard token.allSatisfy({ (0x21...0x7E).contains($0) }) else { throw .characters(line: index + 1) }
            tokens.append(token)
        }
        guard !tokens.isEmpty else { throw .none }
        self.tokens = tokens
    }

    /// Whether the value of an `Authorization` field carries one of the tokens.
    ///
    /// Every token is compared to its end, so that the time tells nothing of them but their lengths.
    func accept(_ authorization: String?) -> Bool {
        guard let authorization else { return false }
        let field = Array(authorization.utf8)
        let scheme = Array("bearer ".utf8)
        guard field.prefix(scheme.count).map({ (0x41...0x5A).contains($0) ? $0 | 0x20 : $0 }) == scheme else {
            return false
        }
        let given = Array(field.dropFirst(scheme.count).drop { $0 == 0x20 })
        return tokens.reduce(false) { ConstantTime.isEqual($1, given) || $0 }
    }
}

extension AccessTokens: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// How many there are, so that none is ever logged.
    package var description: String { "\(count) tokens" }

    /// The same.
    package var debugDescription: String { description }

    /// No children, since `dump` would show the tokens.
    package var customMirror: Mirror { Mirror(self, children: []) }
}
