/// Makes sure that no object has two members of one name, escapes replaced.
struct JSONNameChecker {
    /// Up to this many names all pairs are compared, which is cheaper than hashing them.
    private static let fewNames = 48

    /// The names of the object at hand; held here for the sake of its memory.
    private var names: [(mark: UInt64, index: Int)] = []

    /// Checks the object at this index, whose members are the last of the tokens.
    mutating func check(_ object: Int, in tokens: [JSONToken], of bytes: [UInt8]) throws(JSONError) {
        names.removeAll(keepingCapacity: true)
        var taken: UInt64 = 0
        var index = object + 1
        while index < tokens.count {
            let token = tokens[index]
            guard names.count < JSONNameChecker.fewNames, !token.isEscaped else {
                return try JSONNameChecker.checkByHash(object, in: tokens, of: bytes)
            }
            let mark = JSONNameChecker.mark(of: token, in: bytes)
            // One of 64 slots for each mark: where a slot is still free, nothing need be compared.
            let slot: UInt64 = 1 << ((mark &* 0x9E37_79B9_7F4A_7C15) >> 58)
            if taken & slot != 0, isName(token, marked: mark, knownIn: tokens, of: bytes) {
                throw .duplicateName(offset: Int(token.offset) - 1)
            }
            taken |= slot
            names.append((mark, index))
            index = Int(tokens[index + 1].next)
        }
    }

    private func isName(_ token: JSONToken, marked mark: UInt64, knownIn tokens: [JSONToken], of bytes: [UInt8]) -> Bool
    {
        names.contains { $0.mark == mark && bytes[tokens[$0.index].range].elementsEqual(bytes[token.range]) }
    }

    /// Length and last bytes of a name: equal for equal names, and nearly always different for others.
    private static func mark(of token: JSONToken, in bytes: [UInt8]) -> UInt64 {
        let range = token.range
        var mark = UInt64(token.length)
        for offset in max(range.lowerBound, range.upperBound - 7)..<range.upperBound {
            mark = mark << 8 | UInt64(bytes[offset])
        }
        return mark
    }

    /// Swift's hash is seeded at random, so that no choice of names makes it slow.
    private static func checkByHash(_ object: Int, in tokens: [JSONToken], of bytes: [UInt8]) throws(JSONError) {
        var hashes: Set<Int> = []
        var index = object + 1
        while index < tokens.count {
            let isNew = hashes.insert(hash(of: tokens[index], in: bytes)).inserted
            guard isNew else { return try checkByBytes(object, in: tokens, of: bytes) }
            index = Int(tokens[index + 1].next)
        }
    }

    /// Decides where two hashes were the same.
    ///
    /// Bytes are compared, not strings: Swift takes two spellings of one accented letter for equal, JSON does not.
    private static func checkByBytes(_ object: Int, in tokens: [JSONToken], of bytes: [UInt8]) throws(JSONError) {
        var names: Set<ArraySlice<UInt8>> = []
        var index = object + 1
        while index < tokens.count {
            let token = tokens[index]
            guard names.insert(token.unescaped(in: bytes)).inserted else {
                throw .duplicateName(offset: Int(token.offset) - 1)
            }
            index = Int(tokens[index + 1].next)
        }
    }

    private static func hash(of token: JSONToken, in bytes: [UInt8]) -> Int {
        var hasher = Hasher()
        unsafe token.unescaped(in: bytes).withUnsafeBytes { unsafe hasher.combine(bytes: $0) }
        return hasher.finalize()
    }
}
