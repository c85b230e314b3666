/// Finds the key that was probably meant.
enum NearestKey {
    /// The known key nearest to a word; `nil` when none is near enough to be worth a question.
    static func to(_ word: String, among known: [String]) -> String? {
        guard word.utf8.count <= 64 else { return nil }
        let wanted = Array(word.lowercased().utf8)
        return
            known
            .map { (key: $0, distance: distance(wanted, Array($0.lowercased().utf8))) }
            .filter { $0.distance <= max(1, $0.key.utf8.count / 3) }
            .min { $0.distance < $1.distance }?.key
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
