import AppStoreModels
import HTTPServing
import JWS
import OpenSSLCrypto
import SimulatorService
import StoreSimulator
import StrictJSON
import Testing

/// A served session with a few products and short ways to ask it.
struct SampleStore {
    /// 2026-01-31T10:00:00Z.
    static let start: Int64 = 1_769_853_600_000
    static let day: Int64 = 86_400_000
    /// Real time, years after the store's own.
    static let realTime: Int64 = 1_900_000_000_000
    static let bundleID = "com.example.app"

    let session: SimulatorSession
    let store: ServedStore

    static let catalog: ProductCatalog = {
        var monthly = CatalogProduct(
            id: "pro.monthly", groupID: "G1", level: 2, period: CalendarDuration(months: 1), price: 9_990)
        monthly.isFamilyShareable = true
        let yearly = CatalogProduct(
            id: "pro.yearly", groupID: "G1", level: 1, period: CalendarDuration(months: 12), price: 99_990)
        let news = CatalogProduct(id: "news", groupID: "G2", period: CalendarDuration(months: 1), price: 1_990)
        return ProductCatalog([
            monthly, yearly, news, CatalogProduct(id: "coins", type: .consumable, price: 990),
            CatalogProduct(id: "lamp", type: .nonConsumable, price: 4_990),
            CatalogProduct(id: "season", type: .nonRenewingSubscription, price: 19_990),
        ])
    }()

    init(
        environment: AppStoreModels.Environment = .sandbox, catalog: ProductCatalog = SampleStore.catalog,
        connect: @escaping DeliveryDesk.Connector = { _ throws(SessionError) in
            DeliveryDesk.Line(send: { _, _ in .success })
        }
    ) throws {
        var options = SessionOptions(app: SimulatedApp(bundleId: Self.bundleID, environment: environment))
        options.clock = .virtual(start: Self.start)
        session = try SimulatorSession(catalog: catalog, options: options)
        store = ServedStore(
            session: session, credentials: ServerAPICredentials(key: try P256PrivateKey(), bundleID: Self.bundleID),
            delivery: DeliveryDesk(session: session, connect: connect), realTime: { Self.realTime })
    }

    /// Buys, and returns the number of the transaction.
    @discardableResult
    func buy(_ product: String, by customer: String = "ann", quantity: Int = 1) throws -> Int {
        var request = PurchaseRequest(customer: customer, product: product)
        request.quantity = quantity
        let events = try session.perform(.buy(request))
        return try #require(events.compactMap(\.transaction).last { $0.customerID == customer }).id
    }

    /// A token as Apple's libraries make it.
    func token(now: Int64 = SampleStore.realTime / 1000) throws -> String {
        let claims: JSONValue = [
            "iss": .string(store.credentials.issuerID), "iat": .integer(now), "exp": .integer(now + 300),
            "aud": "appstoreconnect-v1", "bid": .string(store.credentials.bundleID),
        ]
        let signer = JWSSigner(key: store.credentials.key, kid: store.credentials.keyID, typ: "JWT")
        return "Bearer " + (try signer.sign(payload: JSONWriter().bytes(claims)))
    }

    /// Asks the Server API with a good token.
    func ask(
        _ endpoint: ServerEndpoint, _ values: [String] = [], query: [(String, String)] = [], body: JSONValue? = nil
    ) throws -> SampleAnswer {
        let names = endpoint.path.names
        try #require(names.count == values.count, "\(endpoint) has \(names.count) values in its path")
        let request = ServiceRequest(
            values: Dictionary(uniqueKeysWithValues: zip(names, values)), query: query,
            body: body.map { JSONWriter().bytes($0) } ?? [], authorization: try token())
        return SampleAnswer(store.answer(endpoint, request))
    }
}

/// An answer, taken apart.
struct SampleAnswer {
    let status: Int
    let fields: [String: String]
    let body: [UInt8]
    let json: JSONNode?

    init(_ answer: ServiceAnswer) {
        status = answer.status
        fields = answer.fields
        body = answer.body
        json = try? JSONDocument(parsing: answer.body).root
    }

    /// Apple's number of an error.
    var errorCode: Int? { json?["errorCode"]?.number?.integer.map(Int.init) }

    /// The ids of the signed transactions, in their order.
    func transactionIDs() throws -> [Int] {
        try (json?["signedTransactions"]?.elements.map { $0.string ?? "" } ?? []).map { jws in
            try #require(Int(try decoded(jws)["transactionId"]?.string ?? ""))
        }
    }

    /// The revision of a history.
    var revision: String { json?["revision"]?.string ?? "" }

    /// Whether more is to be had.
    var hasMore: Bool? { json?["hasMore"]?.boolean }
}

/// The payload of a JWS whose signature is not looked at.
func decoded(_ jws: String) throws -> JSONNode {
    try JSONDocument(parsing: CompactJWS(parsing: Array(jws.utf8)).payload).root
}
