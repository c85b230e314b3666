import AppStoreVerification
import OpenSSLCrypto
import Testing

@Suite struct AppleRootCATests {
    @Test("The built-in root of receipts is Apple Root CA")
    func receipts() throws {
        #expect(SHA256.digest(of: AppleRootCA.rsaDER).hexadecimal == AppleRootCA.rsaSHA256)
        let root = try Certificate(der: AppleRootCA.rsaDER)
        #expect(root.commonName == "Apple Root CA")
        #expect(root.serialNumber == "02" && root.rsaKeyBits == 2048)
        #expect(root.isSigned(by: root))
        // 2006-04-25T21:40:36Z and 2035-02-09T21:40:36Z.
        #expect(root.notBefore == 1_146_001_236)
        #expect(root.notAfter == 2_054_670_036)
    }

    @Test("The built-in root is Apple Root CA - G3")
    func root() throws {
        #expect(SHA256.digest(of: AppleRootCA.g3DER).hexadecimal == AppleRootCA.g3SHA256)
        let root = try Certificate(der: AppleRootCA.g3DER)
        #expect(root.commonName == "Apple Root CA - G3")
        #expect(root.serialNumber == "2DC5FC88D2C54B95")
        #expect(root.isSigned(by: root))
        // 2014-04-30T18:19:06Z and 2039-04-30T18:19:06Z.
        #expect(root.notBefore == 1_398_881_946)
        #expect(root.notAfter == 2_187_800_346)
    }
}
