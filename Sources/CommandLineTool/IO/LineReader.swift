/// Reads an input of any size line by line, holding one line at a time.
///
/// Lines count from 1 and end with a line feed, which may follow a carriage return; blank ones count and are skipped.
package struct LineReader {
    /// One line, or the fact that it was longer than allowed.
    package struct Line: Hashable, Sendable {
        /// The number, from 1.
        package var number: Int
        /// The bytes without white space around them; `nil` when the line was longer than the limit and was skipped.
        package var bytes: [UInt8]?
    }

    /// How many bytes were taken from the source, for a progress bar.
    package private(set) var bytesRead = 0

    private let source: any ByteSource
    private let limit: Int
    private let beforeReading: () -> Void
    private var chunk: ArraySlice<UInt8> = []
    private var number = 0
    private var isAtEnd = false

    /// Starts at the front of a source.
    ///
    /// - Parameters:
    ///   - source: Where the bytes come from.
    ///   - limit: How many bytes a line may have.
    ///   - beforeReading: Called before each read, which may block: the moment to flush what was written so far.
    package init(_ source: any ByteSource, limit: Int, beforeReading: @escaping () -> Void = {}) {
        self.source = source
        self.limit = limit
        self.beforeReading = beforeReading
    }

    /// The next line that is not blank; `nil` at the end.
    package mutating func next() throws(SystemError) -> Line? {
        while let line = try nextLine() {
            guard let bytes = line.bytes else { return line }
            let trimmed = bytes[...].trimmingWhiteSpace()
            if trimmed.isEmpty { continue }
            return Line(number: line.number, bytes: trimmed.count == bytes.count ? bytes : Array(trimmed))
        }
        return nil
    }

    private mutating func nextLine() throws(SystemError) -> Line? {
        var bytes: [UInt8] = []
        var isTooLong = false
        var hasBegun = false
        while true {
            if chunk.isEmpty {
                try fill()
                if chunk.isEmpty {
                    guard hasBegun else { return nil }
                    return finish(bytes, isTooLong: isTooLong)
                }
            }
            hasBegun = true
            let end = chunk.firstIndex(of: UInt8(ascii: "\n"))
            let part = chunk[..<(end ?? chunk.endIndex)]
            if isTooLong || bytes.count + part.count > limit {
                isTooLong = true
                bytes = []
            } else {
                bytes.append(contentsOf: part)
            }
            guard let end else {
                chunk = []
                continue
            }
            chunk = chunk[(end + 1)...]
            return finish(bytes, isTooLong: isTooLong)
        }
    }

    private mutating func finish(_ bytes: [UInt8], isTooLong: Bool) -> Line {
        number += 1
        return Line(number: number, bytes: isTooLong ? nil : bytes)
    }

    private mutating func fill() throws(SystemError) {
        guard !isAtEnd else { return }
        beforeReading()
        chunk = try source.read(atMost: 1 << 18)[...]
        bytesRead += chunk.count
        isAtEnd = chunk.isEmpty
    }
}
