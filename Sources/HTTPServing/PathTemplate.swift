/// A path of an interface, some segments of which may stand for values: `/v1/customers/{id}/entitlements`.
package struct PathTemplate: Hashable, Sendable, ExpressibleByStringLiteral, CustomStringConvertible {
    private enum Segment: Hashable, Sendable {
        case word(String)
        case value(String)
    }

    /// The template as it is written.
    package let description: String
    private let segments: [Segment]

    /// Reads a template.
    package init(stringLiteral text: String) {
        description = text
        segments = text.split(separator: "/").map { segment in
            segment.hasPrefix("{") && segment.hasSuffix("}")
                ? .value(String(segment.dropFirst().dropLast())) : .word(String(segment))
        }
    }

    /// The names of the values.
    package var names: [String] {
        segments.compactMap { if case .value(let name) = $0 { name } else { nil } }
    }

    /// The values in a path, whose segments are decoded; nil when the path is another one.
    ///
    /// No value is empty.
    package func values(in path: [String]) -> [String: String]? {
        guard path.count == segments.count else { return nil }
        var values: [String: String] = [:]
        for (segment, text) in zip(segments, path) {
            switch segment {
            case .word(let word): guard word.utf8.elementsEqual(text.utf8) else { return nil }
            case .value(let name):
                guard !text.isEmpty else { return nil }
                values[name] = text
            }
        }
        return values
    }
}
