/// Division modulo the order of P-256, for numbers that are public.
///
/// OpenSSL inverts modulo the order fast only inside its signing; its public call takes as long as a multiplication on
/// the curve. The time taken here depends on the number, so secrets must never come here. Callers check the result:
/// that costs one multiplication and leaves nothing to believe.
enum P256OrderInverse {
    /// 256 bits, the lowest 64 first.
    struct Limbs {
        var a: UInt64
        var b: UInt64
        var c: UInt64
        var d: UInt64

        /// Reads 32 bytes, big endian.
        init(_ bytes: ArraySlice<UInt8>) {
            var words: (UInt64, UInt64, UInt64, UInt64) = (0, 0, 0, 0)
            for byte in bytes {
                words.0 = words.0 << 8 | words.1 >> 56
                words.1 = words.1 << 8 | words.2 >> 56
                words.2 = words.2 << 8 | words.3 >> 56
                words.3 = words.3 << 8 | UInt64(byte)
            }
            self.init(words.3, words.2, words.1, words.0)
        }

        init(_ a: UInt64, _ b: UInt64, _ c: UInt64, _ d: UInt64) {
            (self.a, self.b, self.c, self.d) = (a, b, c, d)
        }

        var isZero: Bool { a | b | c | d == 0 }
    }

    /// The order n (SEC 2, section 2.4.2).
    private static let order = Limbs(
        0xF3B9_CAC2_FC63_2551, 0xBCE6_FAAD_A717_9E84, 0xFFFF_FFFF_FFFF_FFFF, 0xFFFF_FFFF_0000_0000)
    /// -1/n modulo 2^64.
    private static let negativeInverse: UInt64 = 0xCCD1_C8AA_EE00_BC4F

    /// The number whose product with `number` is 1 modulo the order; `number` must be in 1 ..< n.
    ///
    /// The binary extended Euclidean algorithm (Knuth, volume 2, section 4.5.2, exercise 39), with all halvings between
    /// two subtractions done at once. Throughout, x·number = u and y·number = v modulo n, and v is odd.
    static func inverse(of number: Limbs) -> Limbs {
        let order = order
        var (u, v) = (number, order)
        var (x, y) = (Limbs(1, 0, 0, 0), Limbs(0, 0, 0, 0))
        while !u.isZero {
            while u.a & 1 == 0 {
                let count = min(63, u.a.trailingZeroBitCount)
                shiftRight(&u, count)
                divide(&x, count, order)
            }
            var difference = u
            if subtract(v, from: &difference) {
                difference = v
                _ = subtract(u, from: &difference)
                (u, v) = (difference, u)
                (x, y) = (y, x)
            } else {
                u = difference
            }
            if subtract(y, from: &x) { add(order, to: &x) }
        }
        return y
    }

    /// Subtracts, and answers whether it had to borrow.
    @inline(__always)
    private static func subtract(_ value: Limbs, from target: inout Limbs) -> Bool {
        let a = target.a.subtractingReportingOverflow(value.a)
        let b = target.b.subtracting(value.b, borrow: a.overflow)
        let c = target.c.subtracting(value.c, borrow: b.overflow)
        let d = target.d.subtracting(value.d, borrow: c.overflow)
        target = Limbs(a.partialValue, b.partialValue, c.partialValue, d.partialValue)
        return d.overflow
    }

    /// Adds, modulo 2^256.
    @inline(__always)
    private static func add(_ value: Limbs, to target: inout Limbs) {
        let a = target.a.addingReportingOverflow(value.a)
        let b = target.b.adding(value.b, carry: a.overflow)
        let c = target.c.adding(value.c, carry: b.overflow)
        target = Limbs(
            a.partialValue, b.partialValue, c.partialValue, target.d &+ value.d &+ (c.overflow ? 1 : 0))
    }

    /// Shifts by 1 to 63 bits.
    @inline(__always)
    private static func shiftRight(_ value: inout Limbs, _ count: Int) {
        let up = 64 &- count
        value = Limbs(
            value.a &>> count | value.b &<< up, value.b &>> count | value.c &<< up, value.c &>> count | value.d &<< up,
            value.d &>> count)
    }

    /// Divides by 2^count modulo the order: adds the multiple of the order that makes the low bits zero, then shifts.
    @inline(__always)
    private static func divide(_ value: inout Limbs, _ count: Int, _ order: Limbs) {
        let factor = value.a &* negativeInverse & (1 &<< count &- 1)
        let a = multiplyAdd(order.a, factor, value.a, 0)
        let b = multiplyAdd(order.b, factor, value.b, a.high)
        let c = multiplyAdd(order.c, factor, value.c, b.high)
        let d = multiplyAdd(order.d, factor, value.d, c.high)
        let up = 64 &- count
        value = Limbs(
            a.low &>> count | b.low &<< up, b.low &>> count | c.low &<< up, c.low &>> count | d.low &<< up,
            d.low &>> count | d.high &<< up)
    }

    /// left · right + addend + carry, which always fits in 128 bits.
    @inline(__always)
    private static func multiplyAdd(
        _ left: UInt64, _ right: UInt64, _ addend: UInt64, _ carry: UInt64
    ) -> (high: UInt64, low: UInt64) {
        let product = left.multipliedFullWidth(by: right)
        let first = product.low.addingReportingOverflow(addend)
        let second = first.partialValue.addingReportingOverflow(carry)
        return (product.high &+ (first.overflow ? 1 : 0) &+ (second.overflow ? 1 : 0), second.partialValue)
    }
}

extension UInt64 {
    @inline(__always)
    fileprivate func subtracting(_ other: UInt64, borrow: Bool) -> (partialValue: UInt64, overflow: Bool) {
        let first = subtractingReportingOverflow(other)
        let second = first.partialValue.subtractingReportingOverflow(borrow ? 1 : 0)
        return (second.partialValue, first.overflow || second.overflow)
    }

    @inline(__always)
    fileprivate func adding(_ other: UInt64, carry: Bool) -> (partialValue: UInt64, overflow: Bool) {
        let first = addingReportingOverflow(other)
        let second = first.partialValue.addingReportingOverflow(carry ? 1 : 0)
        return (second.partialValue, first.overflow || second.overflow)
    }
}
