/// Finds what somebody may have meant.
enum NearestName {
    /// The known name nearest to a word; `nil` when none is near enough to be worth a question.
    static func nearest(to word: String, among known: [String]) -> String? {
        guard word.utf8.count <= 64 else { return nil }
        let distances = known.map { (name: $0, distance: distance(word.lowercased(), $0.lowercased())) }
        guard let best = distances.min(by: { $0.distance < $1.distance }) else { return nil }
        return best.distance <= max(2, best.name.utf8.count / 3) ? best.name : nil
    }

    /// How many bytes must be put in, taken out or replaced (Levenshtein).
    private static func distance(_ left: String, _ right: String) -> Int {
        let right = Array(right.utf8)
        var row = Array(0...right.count)
        for (line, byte) in left.utf8.enumerated() {
            var diagonal = row[0]
            row[0] = line + 1
            for column in right.indices {
                let replaced = diagonal + (byte == right[column] ? 0 : 1)
                diagonal = row[column + 1]
                row[column + 1] = min(replaced, diagonal + 1, row[column] + 1)
            }
        }
        return row[right.count]
    }
}
