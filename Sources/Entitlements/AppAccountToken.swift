/// The form in which customers' tokens are kept and compared.
public enum AppAccountToken {
    /// The token in lower case; `nil` when there is none, it is empty or all zeros.
    ///
    /// Apple compares these UUIDs without regard to case, and some clients send the zero UUID for "no token".
    public static func normalized(_ token: String?) -> String? {
        guard let token, !token.utf8.allSatisfy({ $0 == UInt8(ascii: "0") || $0 == UInt8(ascii: "-") }) else {
            return nil
        }
        return String(decoding: token.utf8.map(lowercased), as: UTF8.self)
    }

    private static func lowercased(_ byte: UInt8) -> UInt8 {
        (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) ? byte + 32 : byte
    }
}
