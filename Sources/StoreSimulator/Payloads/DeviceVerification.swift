internal import JWS
internal import OpenSSLCrypto

/// The proof that a signed payload was made for one device, which StoreKit checks there and servers cannot.
struct DeviceVerification {
    /// A UUID in lower case.
    let nonce: String
    /// The base64 of the SHA-384 digest over the nonce and the device's id.
    let value: String

    /// Derives both from what the payload is about, so that equal histories give equal payloads.
    init(of subject: String, deviceID: String) {
        nonce = DeviceVerification.uuid(from: SHA256.digest(of: Array(subject.utf8)).bytes)
        value = Base64.encode(SHA384.digest(of: Array((nonce + deviceID.lowercased()).utf8)))
    }

    /// A UUID of version 4 (RFC 9562, section 5.4) from 16 bytes or more.
    private static func uuid(from bytes: [UInt8]) -> String {
        var text = ""
        for (position, byte) in bytes.prefix(16).enumerated() {
            var byte = byte
            if position == 6 { byte = byte & 0x0F | 0x40 }
            if position == 8 { byte = byte & 0x3F | 0x80 }
            if [4, 6, 8, 10].contains(position) { text += "-" }
            if byte < 16 { text += "0" }
            text += String(byte, radix: 16)
        }
        return text
    }
}
