/// A sentence in plain words, whose dates and foreign names are still to be written the reader's way.
///
/// Whoever shows it decides how an instant looks, and keeps names that others chose from doing harm.
package struct Sentence: Hashable, Sendable {
    /// A piece of a sentence.
    package enum Part: Hashable, Sendable {
        /// Words of this program.
        case words(String)
        /// An identifier or product that came from outside.
        case name(String)
        /// A point in time, in milliseconds since 1970.
        case instant(Int64)
    }

    /// The pieces in order.
    package private(set) var parts: [Part] = []

    /// The whole sentence.
    ///
    /// - Parameters:
    ///   - instant: Writes a point in time.
    ///   - name: Writes what came from outside.
    /// - Returns: The text.
    package func text(instant: (Int64) -> String, name: (String) -> String = { $0 }) -> String {
        parts.map { part in
            switch part {
            case .words(let words): words
            case .name(let text): name(text)
            case .instant(let milliseconds): instant(milliseconds)
            }
        }.joined()
    }

    /// Two pieces of text as one.
    static func + (left: Sentence, right: Sentence) -> Sentence {
        var both = left
        both.parts += right.parts
        return both
    }

    static func += (left: inout Sentence, right: Sentence) { left.parts += right.parts }

    private init(parts: [Part]) { self.parts = parts }
}

extension Sentence: ExpressibleByStringInterpolation {
    /// Takes the pieces of an interpolated literal.
    package struct StringInterpolation: StringInterpolationProtocol {
        fileprivate var parts: [Part] = []

        package init(literalCapacity: Int, interpolationCount: Int) {}

        package mutating func appendLiteral(_ literal: String) {
            if !literal.isEmpty { parts.append(.words(literal)) }
        }

        /// A number is written as it is.
        package mutating func appendInterpolation(_ number: some BinaryInteger) { parts.append(.words("\(number)")) }

        /// Words of this program.
        package mutating func appendInterpolation(words: String) { parts.append(.words(words)) }

        /// What came from outside.
        package mutating func appendInterpolation(name: String) { parts.append(.name(name)) }

        /// A point in time.
        package mutating func appendInterpolation(at instant: Int64) { parts.append(.instant(instant)) }
    }

    package init(stringLiteral value: String) { self.init(parts: value.isEmpty ? [] : [.words(value)]) }

    package init(stringInterpolation: StringInterpolation) { self.init(parts: stringInterpolation.parts) }
}
