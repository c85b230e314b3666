import JWS
import OpenSSLCrypto
import StrictJSON
import TestSupport

/// `jws/signature.json`: RFC 7518, section 3.4.
extension VectorWorkshop {
    func signature() throws -> VectorFile {
        var file = file(
            "jws/signature.json", "The signature: r||s in 64 bytes, by the leaf's key, over the text as it came.")
        let jws = try chain.sign(payload)
        let parts = jws.split(separator: ".").map(String.init)
        let signature = try Base64URL.decode(parts[2])
        let (r, s) = (Array(signature[..<32]), Array(signature[32...]))
        func with(_ signature: [UInt8]) -> String { "\(parts[0]).\(parts[1]).\(Base64URL.encode(signature))" }

        let twin = CurveOrder.subtracting(s)
        let (low, high) = s.lexicographicallyPrecedes(twin) ? (s, twin) : (twin, s)
        file.accept("low-s", "the smaller of the two values of s", with(r + low))
        file.accept("high-s", "the greater of the two values of s, which ES256 allows too", with(r + high))

        let zero = [UInt8](repeating: 0, count: 32)
        let one = zero.dropLast() + [1]
        let forms: [(name: String, comment: String, signature: [UInt8])] = [
            ("r-zero", "r is 0", zero + s), ("s-zero", "s is 0", r + zero), ("both-zero", "r and s are 0", zero + zero),
            ("r-order", "r is n", CurveOrder.bytes + s), ("s-order", "s is n", r + CurveOrder.bytes),
            ("r-greatest", "r has all bits set", [UInt8](repeating: 0xFF, count: 32) + s),
            ("s-greatest", "s has all bits set", r + [UInt8](repeating: 0xFF, count: 32)),
            ("63-bytes", "the last byte is missing", signature.dropLast()),
            ("65-bytes", "a byte more at the end", signature + [0]),
            ("leading-zeros", "a zero byte before each number", [0] + r + [0] + s),
            ("96-bytes", "as many bytes as ES384 has", signature + zero),
            ("one-byte", "a single byte", [0]),
            ("der", "the DER form of X.509 and of Java", CurveOrder.der(r, s)),
        ]
        for vector in forms { file.refuse("signature.form", vector.name, vector.comment, with(vector.signature)) }

        let invalid: [(name: String, comment: String, signature: [UInt8])] = [
            ("r-one", "r is 1", one + s), ("s-one", "s is 1", r + one), ("swapped", "s before r", s + r),
            ("r-bit", "a bit of r is flipped", [r[0], r[1] ^ 1] + r[2...] + s),
            ("s-bit", "a bit of s is flipped", r + s.dropLast() + [s[31] ^ 1]),
            ("reversed", "both numbers little endian", r.reversed() + s.reversed()),
        ]
        for vector in invalid { file.refuse("signature.invalid", vector.name, vector.comment, with(vector.signature)) }

        let other = try chain.sign(payload.replacing(["quantity": 2])).split(separator: ".")
        file.refuse(
            "signature.invalid", "payload-replaced", "the payload of another JWS under the same header",
            "\(parts[0]).\(other[1]).\(parts[2])")
        file.refuse(
            "signature.invalid", "signature-replaced", "the signature of another JWS under the same header",
            "\(parts[0]).\(parts[1]).\(other[2])")
        let spaced = try chain.sign(payload, headerText: chain.headerText + [UInt8(ascii: " ")]).split(separator: ".")
        file.refuse(
            "signature.invalid", "header-replaced",
            "the same header with a space more: what came is signed, not what it means",
            "\(spaced[0]).\(parts[1]).\(parts[2])")
        file.refuse(
            "signature.invalid", "over-decoded-text", "signed over the decoded header and payload",
            with(try keys.leaf.sign(chain.headerText + [UInt8(ascii: ".")] + JSONWriter().bytes(payload))))
        file.refuse(
            "signature.invalid", "over-payload-alone", "signed over the payload's segment alone",
            with(try keys.leaf.sign([UInt8](parts[1].utf8))))
        file.refuse(
            "signature.invalid", "key-of-another-leaf", "signed with a key that has no certificate here",
            with(try keys.foreignLeaf.sign([UInt8]("\(parts[0]).\(parts[1])".utf8))))
        return file
    }
}

/// Arithmetic on numbers below the order of P-256 (SEC 2, section 2.4.2).
enum CurveOrder {
    /// The order n, big endian.
    static let bytes: [UInt8] = [
        0xFF, 0xFF, 0xFF, 0xFF, 0x00, 0x00, 0x00, 0x00, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xBC, 0xE6,
        0xFA, 0xAD, 0xA7, 0x17, 0x9E, 0x84, 0xF3, 0xB9, 0xCA, 0xC2, 0xFC, 0x63, 0x25, 0x51,
    ]

    /// n minus a number.
    static func subtracting(_ number: [UInt8]) -> [UInt8] {
        var borrow = 0
        return zip(bytes, number).reversed().map { left, right in
            let difference = Int(left) - Int(right) - borrow
            borrow = difference < 0 ? 1 : 0
            return UInt8(truncatingIfNeeded: difference)
        }.reversed()
    }

    /// The DER form of a signature: a sequence of two integers.
    static func der(_ r: [UInt8], _ s: [UInt8]) -> [UInt8] {
        DERText.element(0x30, DERText.integer(r) + DERText.integer(s))
    }
}

/// Writes DER (X.690).
enum DERText {
    /// An element with its tag and contents.
    static func element(_ tag: UInt8, _ contents: [UInt8]) -> [UInt8] {
        let count = contents.count
        let length: [UInt8] =
            count < 128
            ? [UInt8(count)]
            : count < 256 ? [0x81, UInt8(count)] : [0x82, UInt8(count >> 8), UInt8(truncatingIfNeeded: count)]
        return [tag] + length + contents
    }

    /// An unsigned integer of any length.
    static func integer(_ number: [UInt8]) -> [UInt8] {
        let digits = Array(number.drop { $0 == 0 })
        return element(0x02, (digits.first ?? 0x80) & 0x80 != 0 ? [0] + digits : digits)
    }
}
