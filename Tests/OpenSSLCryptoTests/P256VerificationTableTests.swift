import Synchronization
import TestSupport
import Testing

@testable import OpenSSLCrypto

@Suite struct P256VerificationTableTests {
    @Test("Table and reference agree on good signatures and on signatures with one bit changed", arguments: 0..<4)
    func agreement(run: UInt64) throws {
        var generator = SeededGenerator(seed: run)
        let key = try P256PrivateKey()
        let table = try #require(key.publicKey.buildTable())
        for round in 0..<40 {
            let message = generator.bytes(round * 7)
            let digest = SHA256.digest(of: message)
            let raw = try key.sign(message)
            let signature = try #require(P256Signature(raw))
            #expect(table.isValid(signature, digest: digest) == true)
            #expect(key.publicKey.isValidByReference(signature, digest: digest))
            var changed = raw
            changed[Int.random(in: 0..<64, using: &generator)] ^= 1 << UInt8.random(in: 0..<8, using: &generator)
            if let signature = P256Signature(changed) {
                #expect(table.isValid(signature, digest: digest) == false)
                #expect(!key.publicKey.isValidByReference(signature, digest: digest))
            }
            let other = SHA256.digest(of: message + [1])
            #expect(table.isValid(signature, digest: other) == false)
            #expect(!key.publicKey.isValidByReference(signature, digest: other))
        }
    }

    @Test("The generator itself can be a key, and its negative too")
    func generator() throws {
        let x = try #require(
            [UInt8](hexadecimal: "6B17D1F2E12C4247F8BCE6E563A440F277037D812DEB33A0F4A13945D898C296"))
        for y in [
            "4FE342E2FE1A7F9B8EE7EB4A7C0F9E162BCE33576B315ECECBB6406837BF51F5",
            "B01CBD1C01E58065711814B583F061E9D431CCA994CEA1313449BF97C840AE0A",
        ] {
            let y = try #require([UInt8](hexadecimal: y))
            let key = try P256PublicKey(x: x, y: y)
            let table = try #require(key.buildTable())
            var generator = SeededGenerator(seed: 9)
            for _ in 0..<50 {
                let signature = try #require(P256Signature(generator.bytes(64)))
                let digest = SHA256.digest(of: generator.bytes(8))
                #expect(table.isValid(signature, digest: digest) == key.isValidByReference(signature, digest: digest))
            }
        }
    }

    @Test("The table comes after a number of verifications, and the answers stay the same")
    func switching() throws {
        let key = try P256PrivateKey()
        let message: [UInt8] = [1, 2, 3]
        let signature = try key.sign(message)
        for _ in 0..<P256PublicKey.verificationsBeforeTable {
            #expect(key.publicKey.isValidSignature(signature, for: message))
            #expect(key.publicKey.table.load() == nil)
        }
        #expect(key.publicKey.isValidSignature(signature, for: message))
        #expect(key.publicKey.table.load() != nil)
        #expect(key.publicKey.isValidSignature(signature, for: message))
        #expect(!key.publicKey.isValidSignature(signature, for: [1, 2, 4]))
    }

    @Test("Many tasks use one key while its table comes")
    func concurrency() async throws {
        let key = try P256PrivateKey()
        let message: [UInt8] = [1, 2, 3]
        let signature = try key.sign(message)
        let publicKey = key.publicKey
        let right = await withTaskGroup(of: Int.self) { group in
            for _ in 0..<8 {
                group.addTask {
                    (0..<100).count { round in
                        publicKey.isValidSignature(signature, for: message + (round % 2 == 0 ? [] : [0]))
                            == (round % 2 == 0)
                    }
                }
            }
            return await group.reduce(0, +)
        }
        #expect(right == 800)
        #expect(publicKey.table.load() != nil)
    }

    @Test(
        "Numbers are inverted modulo the order",
        arguments: [
            (
                "0000000000000000000000000000000000000000000000000000000000000001",
                "0000000000000000000000000000000000000000000000000000000000000001"
            ),
            (
                "0000000000000000000000000000000000000000000000000000000000000002",
                "7fffffff800000007fffffffffffffffde737d56d38bcf4279dce5617e3192a9"
            ),
            (
                "0000000000000000000000000000000000000000000000000000000000000003",
                "aaaaaaaa00000000aaaaaaaaaaaaaaaa7def51c91a0fbf034d26872ca84218e1"
            ),
            (
                "ffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632550",
                "ffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632550"
            ),
            (
                "ffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc63254f",
                "7fffffff800000007fffffffffffffffde737d56d38bcf4279dce5617e3192a8"
            ),
            (
                "0000000000000000000000000000000000000000000000010000000000000000",
                "ccd1c8aa212ef3a4ded10c5bee00bc4eca5113bcafc4ea28230102a06d6251dc"
            ),
            (
                "8000000000000000000000000000000000000000000000000000000000000000",
                "c1a0cc66920b83d20ff16c083cc0ee4b75bde7c486acdf5f9c3791ef3832f8f2"
            ),
            (
                "795b929e9a9a80fdea7b5bf55eb561a4216363698b529b4a97b750923ceb3ffd",
                "6f5d0251154d5d46a7dd98f02149a8c164cbf010ab1b7404bb56c8f4e1272505"
            ),
        ])
    func inverse(number: String, expected: String) throws {
        let bytes = try #require([UInt8](hexadecimal: number))
        let inverse = P256OrderInverse.inverse(of: P256OrderInverse.Limbs(bytes[...]))
        #expect(inverse.hexadecimal == expected)
    }

    @Test("Inverting twice gives the number again")
    func involution() {
        var generator = SeededGenerator(seed: 5)
        for _ in 0..<2000 {
            // Less than the order, since the first byte is.
            let bytes = [UInt8.random(in: 0..<255, using: &generator)] + generator.bytes(31)
            let number = P256OrderInverse.Limbs(bytes[...])
            let twice = P256OrderInverse.inverse(of: P256OrderInverse.inverse(of: number))
            #expect(twice.hexadecimal == bytes.hexadecimal)
        }
    }
}

extension P256OrderInverse.Limbs {
    fileprivate var hexadecimal: String {
        [d, c, b, a].flatMap { word in (0..<8).map { UInt8(truncatingIfNeeded: word >> (56 - 8 * $0)) } }.hexadecimal
    }
}
