import Testing

@testable import OpenSSLCrypto

@Suite struct UnixTimeTests {
    @Test(
        "Days are counted from 1970 in both directions",
        arguments: [
            (1970, 1, 1, 0), (1970, 1, 2, 1), (1969, 12, 31, -1), (2000, 2, 29, 11_016), (2000, 3, 1, 11_017),
            (1900, 3, 1, -25_508), (2038, 1, 19, 24_855), (9999, 12, 31, 2_932_896), (0, 1, 1, -719_528),
            (1, 1, 1, -719_162), (0, 2, 29, -719_469),
        ])
    func days(year: Int64, month: Int64, day: Int64, expected: Int64) {
        #expect(UnixTime.daysFromCivil(year: year, month: month, day: day) == expected)
    }

    @Test(
        "Dates of certificates are exact from the year 0 to 9999",
        arguments: [
            // 0000-01-01T00:00:00Z, 1949-12-31T23:59:59Z, 1950, 1969, 1970, 2049, 2050, 9999-12-31T23:59:59Z.
            (-62_167_219_200, -631_152_001), (-631_152_000, -1), (0, 2_524_607_999),
            (2_524_608_000, 253_402_300_799),
        ] as [(Int64, Int64)])
    func dates(first: Int64, last: Int64) throws {
        var chain = try TestChain()
        chain.leaf.notBefore = first
        chain.leaf.notAfter = last
        let leaf = try chain.issue().leaf
        #expect(leaf.notBefore == first)
        #expect(leaf.notAfter == last)
    }

    @Test("A date that no calendar has is refused, and so is a year that has no form")
    func malformed() throws {
        var chain = try TestChain()
        // 260101000000Z, twice in a row with its length; the month becomes 13.
        let der = try chain.issue().leaf.der
        let text = [UInt8]("260101000000Z".utf8)
        let start = try #require(der.indices.first { der[$0...].starts(with: text) })
        var changed = der
        changed.replaceSubrange(start..<start + 13, with: [UInt8]("261301000000Z".utf8))
        #expect(throws: OpenSSLError.malformedDate) { try Certificate(der: changed) }
        changed.replaceSubrange(start..<start + 13, with: [UInt8]("260230000000Z".utf8))
        #expect(throws: OpenSSLError.malformedDate) { try Certificate(der: changed) }
        chain.leaf.notAfter = 253_402_300_800
        #expect(throws: OpenSSLError.malformedInput("the period of validity")) { try chain.issue() }
        chain.leaf.notAfter = Int64.max
        #expect(throws: OpenSSLError.malformedInput("the period of validity")) { try chain.issue() }
        chain.leaf.notAfter = Int64.min
        #expect(throws: OpenSSLError.malformedInput("the period of validity")) { try chain.issue() }
    }
}
