/// Rows of cells in columns that line up.
package struct TextTable: Hashable, Sendable {
    /// Where the text of a column stands.
    package enum Alignment: Hashable, Sendable {
        case left, right
    }

    private let names: [String]
    private let alignments: [Alignment]
    private var rows: [[String]] = []

    /// Starts a table.
    package init(_ columns: [(name: String, alignment: Alignment)]) {
        names = columns.map(\.name)
        alignments = columns.map(\.alignment)
    }

    /// Adds a row; missing cells are empty.
    package mutating func add(_ cells: [String]) { rows.append(cells) }

    /// The lines of the table, the names first; nothing at all without rows.
    package var lines: [String] {
        guard !rows.isEmpty else { return [] }
        let all = [names] + rows
        let widths = names.indices.map { column in
            all.map { column < $0.count ? $0[column].count : 0 }.max() ?? 0
        }
        return all.map { row in
            let cells = names.indices.map { column -> String in
                let cell = column < row.count ? row[column] : ""
                return alignments[column] == .left
                    ? cell.padded(to: widths[column]) : cell.paddedLeft(to: widths[column])
            }
            let line = cells.joined(separator: "  ")
            return String(line.reversed().drop { $0 == " " }.reversed())
        }
    }
}
