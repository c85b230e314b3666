import AppStoreModels
import Testing

struct AppTransactionTests {
    @Test(
        "The environment is read under either name",
        arguments: [
            (#"{"receiptType":"Production"}"#, .production), (#"{"environment":"Xcode"}"#, .xcode),
            (#"{"receiptType":null,"environment":"Sandbox"}"#, .sandbox),
            (#"{"receiptType":"Sandbox","environment":"Sandbox"}"#, .sandbox), ("{}", nil),
        ] as [(String, Environment?)])
    func readsEnvironment(_ text: String, _ environment: Environment?) throws {
        #expect(try AppTransaction(text: text).environment == environment)
    }

    @Test("Two environments at once are refused")
    func refusesTwoEnvironments() {
        #expect(
            throws: PayloadSchemaError(
                path: "environment", expected: "the value of receiptType", found: "another string")
        ) {
            try AppTransaction(text: #"{"receiptType":"Sandbox","environment":"Production"}"#)
        }
    }

    @Test("The creation date is the moment of signing")
    func readsSigningDate() throws {
        let payload = try AppTransaction(text: #"{"receiptCreationDate":1697679936049.7,"signedDate":5}"#)
        #expect(payload.signedDate == Timestamp(milliseconds: 1_697_679_936_049))
        #expect(payload.unknownNames == ["signedDate"])
    }
}
