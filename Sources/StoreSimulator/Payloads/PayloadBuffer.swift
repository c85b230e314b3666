/// Writes JSON objects member by member, straight into bytes.
///
/// A tree of values would cost more than half a signature; these payloads are known in advance, so none is built.
struct PayloadBuffer {
    /// What was written so far.
    private(set) var bytes: [UInt8] = []

    /// Starts anew in the same memory.
    mutating func removeAll() { bytes.removeAll(keepingCapacity: true) }

    /// Writes an object that stands alone.
    mutating func object(_ body: (inout PayloadBuffer) -> Void) {
        bytes.append(UInt8(ascii: "{"))
        body(&self)
        bytes.append(UInt8(ascii: "}"))
    }

    /// Writes a member that is an object.
    mutating func object(_ name: String, _ body: (inout PayloadBuffer) -> Void) {
        writeName(name)
        object(body)
    }

    /// Writes a member that is an array of one object.
    mutating func arrayOfOne(_ name: String, _ body: (inout PayloadBuffer) -> Void) {
        writeName(name)
        bytes.append(UInt8(ascii: "["))
        object(body)
        bytes.append(UInt8(ascii: "]"))
    }

    /// Writes a string; nothing when there is none.
    mutating func string(_ name: String, _ value: String?) {
        guard let value else { return }
        writeName(name)
        quote(value)
    }

    /// Writes an array of strings; nothing when it would be empty.
    mutating func strings(_ name: String, _ values: [String]) {
        guard !values.isEmpty else { return }
        writeName(name)
        bytes.append(UInt8(ascii: "["))
        for (position, value) in values.enumerated() {
            if position > 0 { bytes.append(UInt8(ascii: ",")) }
            quote(value)
        }
        bytes.append(UInt8(ascii: "]"))
    }

    /// Writes characters that are known to need no escape; nothing when there are none.
    mutating func plain(_ name: String, _ value: [UInt8]?) {
        guard let value else { return }
        writeName(name)
        bytes.append(UInt8(ascii: "\""))
        bytes.append(contentsOf: value)
        bytes.append(UInt8(ascii: "\""))
    }

    /// Writes a number as a string, as payloads have their ids; nothing when there is none.
    mutating func identifier(_ name: String, _ value: Int?) {
        guard let value else { return }
        writeName(name)
        bytes.append(UInt8(ascii: "\""))
        digits(Int64(value))
        bytes.append(UInt8(ascii: "\""))
    }

    /// Writes a number; nothing when there is none.
    mutating func integer(_ name: String, _ value: Int64?) {
        guard let value else { return }
        writeName(name)
        digits(value)
    }

    /// Writes a number; nothing when there is none.
    mutating func integer(_ name: String, _ value: Int?) { integer(name, value.map(Int64.init)) }

    /// Writes a truth value.
    mutating func boolean(_ name: String, _ value: Bool) {
        writeName(name)
        bytes.append(contentsOf: (value ? "true" : "false").utf8)
    }

    /// Writes a moment, with a fraction of a millisecond where there is one; nothing when there is no moment.
    mutating func moment(_ name: String, _ value: Int64?, _ fraction: MillisecondFraction = .none) {
        guard let value else { return }
        integer(name, value)
        // Below zero a fraction would count the other way.
        if value >= 0 { bytes.append(contentsOf: fraction.text.utf8) }
    }

    private mutating func writeName(_ name: String) {
        if bytes.last != UInt8(ascii: "{") { bytes.append(UInt8(ascii: ",")) }
        bytes.append(UInt8(ascii: "\""))
        bytes.append(contentsOf: name.utf8)
        bytes.append(UInt8(ascii: "\""))
        bytes.append(UInt8(ascii: ":"))
    }

    private mutating func digits(_ value: Int64) {
        var rest = value.magnitude
        let start = bytes.count
        repeat {
            bytes.append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest % 10))
            rest /= 10
        } while rest > 0
        if value < 0 { bytes.append(UInt8(ascii: "-")) }
        bytes[start...].reverse()
    }

    /// Quotes a string: what must be escaped is (RFC 8259, section 7), nothing else.
    private mutating func quote(_ text: String) {
        bytes.append(UInt8(ascii: "\""))
        if text.utf8.allSatisfy({ $0 >= 0x20 && $0 != UInt8(ascii: "\"") && $0 != UInt8(ascii: "\\") }) {
            bytes.append(contentsOf: text.utf8)
        } else {
            for byte in text.utf8 { escape(byte) }
        }
        bytes.append(UInt8(ascii: "\""))
    }

    private mutating func escape(_ byte: UInt8) {
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"):
            bytes.append(UInt8(ascii: "\\"))
            bytes.append(byte)
        case 0..<0x20:
            bytes.append(contentsOf: (byte < 0x10 ? "\\u000" : "\\u00").utf8)
            bytes.append(contentsOf: String(byte, radix: 16).utf8)
        default: bytes.append(byte)
        }
    }
}
