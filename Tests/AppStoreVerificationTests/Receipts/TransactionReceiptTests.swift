import AppStoreVerification
import JWS
import TestSupport
import Testing

@Suite("Transaction receipts of the older form")
struct TransactionReceiptTests {
    static func receipt(_ info: String, _ rest: String = "") -> [UInt8] {
        Array(
            "{\n\t\"signature\" = \"AA==\";\n\t\"purchase-info\" = \"\(Base64.encode(Array(info.utf8)))\";\n\(rest)}"
                .utf8)
    }

    @Test("Both lists are read")
    func read() throws {
        let receipt = try #require(
            TransactionReceipt(
                Self.receipt(
                    "{\n\t\"transaction-id\" = \"33993399\";\n\t\"bid\" = \"com.example.app\";\n\"q\" = \"a\\\"b\";}",
                    "\t\"environment\" = \"Sandbox\";\n")))
        #expect(receipt.entries.map(\.name) == ["signature", "environment"])
        #expect(receipt.purchaseInfo.map(\.name) == ["transaction-id", "bid", "q"])
        #expect(receipt.purchaseInfo.map(\.value) == ["33993399", "com.example.app", "a\"b"])
        let bytes = Self.receipt("{}")
        let input = try #require(ReceiptInput(recognizing: Array(Base64.encode(bytes).utf8)[...]))
        #expect(input.form == .transactionReceipt && input.bytes == bytes)
    }

    @Test(
        "What is not whole is none",
        arguments: [
            "", "{", "{}", "{\"a\" = \"b\"}", "{\"a\" = \"b\";} x", "{\"a\" \"b\";}", "{\"purchase-info\" = \"!\";}",
            "{\"purchase-info\" = \"e30", "{a = b;}",
        ])
    func refused(_ text: String) { #expect(TransactionReceipt(Array(text.utf8)) == nil) }
}
