/// Finds the name that was probably meant.
enum KeySuggestion {
    /// The known name nearest to a word; nil when none is near enough to be worth a question.
    static func nearest(to word: String, among known: [String]) -> String? {
        let wanted = word.lowercased().utf8.prefix(64)
        return
            known
            .map { (name: $0, distance: distance(Array(wanted), Array($0.lowercased().utf8))) }
            .filter { $0.distance <= max(1, $0.name.utf8.count / 3) }
            .min { $0.distance < $1.distance }?.name
    }

    /// A question to follow a complaint about a name; nil when no known name is near.
    static func hint(for word: String, among known: [String]) -> String? {
        nearest(to: word, among: known).map { "did you mean \"\($0)\"?" }
    }

    /// How many bytes must be put in, taken out or replaced (Levenshtein).
    private static func distance(_ left: [UInt8], _ right: [UInt8]) -> Int {
        var row = Array(0...right.count)
        for (index, byte) in left.enumerated() {
            var diagonal = row[0]
            row[0] = index + 1
            for column in right.indices {
                let replaced = diagonal + (byte == right[column] ? 0 : 1)
                diagonal = row[column + 1]
                row[column + 1] = min(replaced, min(diagonal, row[column]) + 1)
            }
        }
        return row[right.count]
    }
}
