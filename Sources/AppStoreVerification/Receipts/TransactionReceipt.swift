/// A receipt for one transaction in the older form: a property list that holds another one, and a signature over it.
///
/// All of it is a claim: this form is not verified.
package struct TransactionReceipt: Hashable, Sendable {
    /// A name with its value.
    package struct Entry: Hashable, Sendable {
        package let name: String
        package let value: String
    }

    /// The entries of the outer list but `purchase-info`, in their order.
    package let entries: [Entry]
    /// The entries of `purchase-info`, among them `transaction-id`, in their order.
    package let purchaseInfo: [Entry]

    /// Reads both lists; `nil` when one of them cannot be read.
    package init?(_ bytes: [UInt8]) {
        guard let outer = TransactionReceipt.entries(in: bytes),
            let info = outer.first(where: { $0.name == "purchase-info" }),
            let inner = ReceiptInput.decodingBase64(Array(info.value.utf8)),
            let purchaseInfo = TransactionReceipt.entries(in: inner)
        else { return nil }
        entries = outer.filter { $0.name != "purchase-info" }
        self.purchaseInfo = purchaseInfo
    }

    /// Reads `{ "name" = "value"; ... }`.
    private static func entries(in bytes: [UInt8]) -> [Entry]? {
        var rest = bytes[...]
        guard skip(UInt8(ascii: "{"), &rest) else { return nil }
        var entries: [Entry] = []
        while !skip(UInt8(ascii: "}"), &rest) {
            guard let name = string(&rest), skip(UInt8(ascii: "="), &rest), let value = string(&rest),
                skip(UInt8(ascii: ";"), &rest)
            else { return nil }
            entries.append(Entry(name: name, value: value))
        }
        dropWhiteSpace(&rest)
        return rest.isEmpty ? entries : nil
    }

    /// A quoted text, in which a backslash takes the next character as it is.
    private static func string(_ rest: inout ArraySlice<UInt8>) -> String? {
        guard skip(UInt8(ascii: "\""), &rest) else { return nil }
        var bytes: [UInt8] = []
        while let byte = rest.popFirst() {
            switch byte {
            case UInt8(ascii: "\""): return String(validating: bytes, as: UTF8.self)
            case UInt8(ascii: "\\"):
                guard let escaped = rest.popFirst() else { return nil }
                bytes.append(escaped)
            default: bytes.append(byte)
            }
        }
        return nil
    }

    private static func skip(_ byte: UInt8, _ rest: inout ArraySlice<UInt8>) -> Bool {
        dropWhiteSpace(&rest)
        guard rest.first == byte else { return false }
        rest = rest.dropFirst()
        return true
    }

    private static func dropWhiteSpace(_ rest: inout ArraySlice<UInt8>) {
        rest = rest.drop { $0 == 0x20 || (0x09...0x0D).contains($0) }
    }
}
