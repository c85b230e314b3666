/// Finds the word that was probably meant.
package enum Suggestion {
    /// The candidate nearest to `word`, when it is near enough to be worth a question.
    ///
    /// Letter case counts for nothing; a beginning that fits only one candidate counts as near.
    package static func nearest(to word: String, among candidates: [String]) -> String? {
        let wanted = Array(word.lowercased())
        guard wanted.count <= 64 else { return nil }
        let allowed = wanted.count <= 4 ? 1 : wanted.count <= 8 ? 2 : 3
        var best: (candidate: String, distance: Int)?
        for candidate in candidates {
            let distance = distance(wanted, Array(candidate.lowercased()))
            if distance <= allowed, distance < best?.distance ?? .max { best = (candidate, distance) }
        }
        if let best { return best.candidate }
        let begun = candidates.filter { wanted.count >= 2 && $0.lowercased().hasPrefix(word.lowercased()) }
        return begun.count == 1 ? begun.first : nil
    }

    /// A question to follow a complaint about a name; `nil` when no candidate is near.
    package static func hint(for word: String, among candidates: [String]) -> String? {
        nearest(to: word, among: candidates).map { "did you mean \"\($0)\"?" }
    }

    /// How many letters must be added, removed, replaced or swapped with their neighbour.
    package static func distance(_ left: [Character], _ right: [Character]) -> Int {
        var beforeLast: [Int] = []
        var last = Array(0...right.count)
        for row in 0..<left.count {
            var current = [row + 1]
            for column in 0..<right.count {
                let isSame = left[row] == right[column]
                var cost = min(last[column + 1] + 1, current[column] + 1, last[column] + (isSame ? 0 : 1))
                if row > 0, column > 0, left[row] == right[column - 1], left[row - 1] == right[column] {
                    cost = min(cost, beforeLast[column - 1] + 1)
                }
                current.append(cost)
            }
            (beforeLast, last) = (last, current)
        }
        return last[right.count]
    }
}
