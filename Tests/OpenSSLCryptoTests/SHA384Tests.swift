import OpenSSLCrypto
import Testing

@Suite struct SHA384Tests {
    @Test(
        "The examples of FIPS 180-4 come out",
        arguments: [
            (
                "",
                "38b060a751ac96384cd9327eb1b1e36a21fdb71114be07434c0cc7bf63f6e1da274edebfe76f65fbd51ad2f14898b95b"
            ),
            (
                "abc",
                "cb00753f45a35e8bb5a03d699ac65007272c32ab0eded1631a8b605a43ff5bed8086072ba1e7cc2358baeca134c825a7"
            ),
        ])
    func examples(text: String, expected: String) {
        #expect(SHA384.digest(of: [UInt8](text.utf8)).hexadecimal == expected)
    }
}
