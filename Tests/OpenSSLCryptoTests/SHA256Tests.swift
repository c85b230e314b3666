import OpenSSLCrypto
import TestSupport
import Testing

@Suite struct SHA256Tests {
    @Test(
        "The examples of FIPS 180-4 come out",
        arguments: [
            ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
            ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
            (
                "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
                "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
            ),
        ])
    func examples(text: String, expected: String) {
        #expect(SHA256.digest(of: [UInt8](text.utf8)).hexadecimal == expected)
    }

    @Test("A message digested in pieces gives the digest of the whole")
    func pieces() {
        var generator = SeededGenerator(seed: 1)
        let message = generator.bytes(1000)
        for cut in [0, 1, 63, 64, 65, 500, 1000] {
            var hash = SHA256()
            hash.update(message[..<cut])
            #expect(hash.finish() == SHA256.digest(of: message[..<cut]))
            hash.update(Array(message[cut...]))
            #expect(hash.finish() == SHA256.digest(of: message))
        }
    }

    @Test("A digest survives its bytes and its hexadecimal digits, and takes nothing else")
    func forms() throws {
        let digest = SHA256.digest(of: [1, 2, 3])
        #expect(SHA256Digest(bytes: digest.bytes) == digest)
        #expect(SHA256Digest(hexadecimal: digest.hexadecimal) == digest)
        #expect(SHA256Digest(hexadecimal: digest.hexadecimal.uppercased()) == digest)
        #expect(SHA256Digest(bytes: digest.bytes.dropLast()) == nil)
        #expect(SHA256Digest(bytes: digest.bytes + [0]) == nil)
        #expect(SHA256Digest(hexadecimal: String(digest.hexadecimal.dropLast())) == nil)
        #expect(SHA256Digest(hexadecimal: "g" + digest.hexadecimal.dropFirst()) == nil)
    }

    @Test("Digests are ordered as their bytes are")
    func order() throws {
        var generator = SeededGenerator(seed: 2)
        for _ in 0..<200 {
            var left = generator.bytes(32)
            let right = generator.bytes(32)
            let shared = Int.random(in: 0..<32, using: &generator)
            left.replaceSubrange(..<shared, with: right[..<shared])
            let first = try #require(SHA256Digest(bytes: left))
            let second = try #require(SHA256Digest(bytes: right))
            #expect((first < second) == left.lexicographicallyPrecedes(right))
        }
    }
}

@Suite struct ConstantTimeTests {
    @Test("Only equal byte strings are equal")
    func equality() {
        #expect(ConstantTime.isEqual([], []))
        #expect(ConstantTime.isEqual([1, 2, 3], [1, 2, 3]))
        #expect(!ConstantTime.isEqual([1, 2, 3], [1, 2, 4]))
        #expect(!ConstantTime.isEqual([1, 2, 3], [1, 2]))
        #expect(!ConstantTime.isEqual([], [0]))
    }
}
