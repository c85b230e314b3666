/// Breaks text into lines.
package enum TextWrapping {
    /// The words of a text in lines of at most `width` characters; a longer word stands alone.
    package static func lines(_ text: String, width: Int) -> [String] {
        joining(text.split(separator: " ").map(String.init), with: " ", width: width)
    }

    /// Items side by side in lines of at most `width` characters; a longer item stands alone.
    package static func joining(_ items: [String], with separator: String, width: Int) -> [String] {
        var lines: [String] = []
        for item in items {
            if let last = lines.last, last.count + separator.count + item.count <= width {
                lines[lines.count - 1] = last + separator + item
            } else {
                lines.append(item)
            }
        }
        return lines
    }

    /// Two columns: what is explained, and its explanation wrapped beside it.
    package static func columns(_ rows: [(left: String, right: String)], indent: Int, width: Int) -> [String] {
        let widest = rows.map(\.left.count).filter { $0 <= 28 }.max() ?? 0
        let margin = indent + widest + 2
        return rows.flatMap { row -> [String] in
            let explanation = lines(row.right, width: max(width - margin, 30))
            let start = String(repeating: " ", count: indent) + row.left
            let beside = row.left.count <= widest
            let first = beside && !explanation.isEmpty ? [start.padded(to: margin) + explanation[0]] : [start]
            return first + explanation.dropFirst(beside ? 1 : 0).map { String(repeating: " ", count: margin) + $0 }
        }
    }
}

extension String {
    /// The text with spaces added at its end up to a width.
    package func padded(to width: Int) -> String {
        self + String(repeating: " ", count: max(width - count, 0))
    }

    /// The text with spaces added at its front up to a width.
    package func paddedLeft(to width: Int) -> String {
        String(repeating: " ", count: max(width - count, 0)) + self
    }
}
