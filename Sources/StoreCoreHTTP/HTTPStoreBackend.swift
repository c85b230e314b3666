internal import HTTPClient
public import StoreCore

/// What one customer owns, as a running `storekeeper serve` knows it.
///
/// The service knows purchases and no products, so the offers are those that are given. Each entitlement of the service
/// is one here, by its name; and so is each product that the customer is entitled to, by its identifier, whatever names
/// it has been given. A customer whom the service does not know owns nothing.
///
/// ```swift
/// let service = try ServiceConnection(
///     url: "http://127.0.0.1:8081", token: try BearerToken(file: "/run/secrets/storekeeper"))
/// let store = StoreModel(
///     backend: try HTTPStoreBackend(service, customer: appAccountToken, offers: catalogue))
/// ```
public struct HTTPStoreBackend: StoreBackend {
    private let service: ServiceConnection
    private let customer: String
    private let catalogue: [Offer]
    private let bundleId: String?
    private let environment: String?
    private let clock: (@Sendable () -> Int64)?

    /// Answers for one customer.
    ///
    /// - Parameters:
    ///   - service: The service.
    ///   - customer: An `appAccountToken`, `appTransactionId`, `originalTransactionId` or `transactionId`.
    ///   - offers: All products that there are.
    ///   - bundleId: The app whose purchases count; nil counts those of every app that the service knows.
    ///   - environment: The environment asked about, such as `Sandbox`; nil leaves it to the service: Production.
    ///   - clock: The instant asked about, in milliseconds since 1970: then what was signed later does not count. The
    ///     service's own present where nil.
    /// - Throws: ``StoreBackendError`` when no customer can have that identifier.
    public init(
        _ service: ServiceConnection, customer: String, offers: [Offer], bundleId: String? = nil,
        environment: String? = nil, clock: (@Sendable () -> Int64)? = nil
    ) throws(StoreBackendError) {
        // Clients take dots out of paths, and would ask for something else.
        guard !["", ".", ".."].contains(customer) else { throw .refused(reason: "there is no customer to ask about") }
        self.service = service
        self.customer = customer
        catalogue = offers
        self.bundleId = bundleId
        self.environment = environment
        self.clock = clock
    }

    /// Answers from the catalogue.
    public func offers(for ids: [String]) async throws(StoreBackendError) -> [Offer] {
        catalogue.filter { ids.contains($0.productId) }
    }

    /// Asks the service.
    public func entitled() async throws(StoreBackendError) -> [Entitlement] {
        var query: [String] = []
        if let environment { query.append("environment=\(HTTPStoreBackend.encoded(environment))") }
        if let clock { query.append("at=\(clock())") }
        let path = "/v1/customers/\(HTTPStoreBackend.encoded(customer))/entitlements"
        let response = try await service.get(query.isEmpty ? path : "\(path)?\(query.joined(separator: "&"))")
        guard response.status == 200 else {
            let problem = ServiceProblem(response)
            guard response.status == 404, problem.code == "customer.unknown" else { throw problem.error }
            return []
        }
        return try CustomerReading(response.body).entitlements(of: bundleId)
    }

    /// A text as one segment of a path, or as a value of a query (RFC 3986, section 2.1).
    private static func encoded(_ text: String) -> String {
        text.utf8.reduce(into: "") { encoded, byte in
            switch byte {
            case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "-"), UInt8(ascii: "_"):
                encoded.unicodeScalars.append(Unicode.Scalar(byte))
            default: encoded += byte < 0x10 ? "%0\(String(byte, radix: 16))" : "%\(String(byte, radix: 16))"
            }
        }
    }
}
