import AppStoreModels
import StrictJSON
import Testing

struct NotificationContainerTests {
    private func notification(_ members: String) throws -> ResponseBodyV2DecodedPayload {
        try ResponseBodyV2DecodedPayload(
            text: #"{"notificationType":"DID_RENEW","notificationUUID":"x","signedDate":1\#(members)}"#)
    }

    @Test("App and environment are those of the container that is present")
    func readsContainer() throws {
        for (name, container) in [
            ("data", ResponseBodyV2DecodedPayload.Container.data), ("summary", .summary), ("appData", .appData),
        ] {
            let payload = try notification(
                #","\#(name)":{"environment":"Sandbox","bundleId":"com.example","appAppleId":"1470168868"}"#)
            #expect(payload.container == container)
            #expect(payload.environment == .sandbox)
            #expect(payload.bundleId == "com.example")
            #expect(payload.appAppleId == 1_470_168_868)
            #expect(payload.unknownContainers == [])
        }
    }

    @Test(
        "The environment of an external purchase token is told from its id",
        arguments: [
            ("SANDBOX_1", .sandbox), ("SANDBOX", .sandbox), ("b2158121-7af9-49d4-9561-1f588205523e", .production),
            ("sandbox", .production), ("", .production),
        ] as [(String, Environment)])
    func readsTokens(_ id: String, _ environment: Environment) throws {
        let payload = try notification(#","externalPurchaseToken":{"externalPurchaseId":"\#(id)","bundleId":"b"}"#)
        #expect(payload.container == .externalPurchaseToken)
        #expect(payload.environment == environment)
        #expect(payload.bundleId == "b")
        #expect(try notification(#","externalPurchaseToken":{"bundleId":"b"}"#).environment == nil)
    }

    @Test("Two containers at once are refused; one that is null is none")
    func refusesTwoContainers() throws {
        #expect(
            throws: PayloadSchemaError(path: "", expected: "an object with one container", found: "data and appData")
        ) {
            try notification(#","data":{},"appData":{}"#)
        }
        #expect(try notification(#","data":{},"appData":null"#).container == .data)
    }

    @Test("A container nobody knows yet can be seen and does no harm")
    func showsUnknownContainers() throws {
        let payload = try notification(#","newData":{"environment":"Production"},"flag":true,"list":[{}]"#)
        #expect(payload.container == nil)
        #expect(payload.unknownContainers == ["newData"])
        #expect(payload.unknownNames == ["newData", "flag", "list"])
        #expect(payload.environment == nil)
        #expect(payload.bundleId == nil)
        #expect(payload.appAppleId == nil)
    }

    @Test("A notification needs its type and its id", arguments: ["notificationType", "notificationUUID"])
    func needsIdentity(_ name: String) throws {
        let whole = FieldVector.sample(of: "ResponseBodyV2DecodedPayload")
        var members: [JSONMember] = []
        if case .object(let all) = whole { members = all.filter { $0.name != name } }
        let node = try JSONValue.object(members).node
        #expect(throws: PayloadSchemaError(path: name, expected: "a string", found: "nothing")) {
            try ResponseBodyV2DecodedPayload(node)
        }
    }
}
