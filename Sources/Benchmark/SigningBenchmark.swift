import AppStoreModels
import JWS
import OpenSSLCrypto
import StoreSimulator
import StrictJSON

/// Writing and signing of simulated notifications, beside bare OpenSSL signatures of the same signing inputs.
struct SigningBenchmark {
    /// How many notifications one round has, each with three signatures.
    let count: Int
    private let signer: PayloadSigner
    private let leaf: JWSSigner
    private let key: P256PrivateKey
    private let notifications: [SimulatedNotification]

    private static let start: Int64 = 1_780_272_000_000
    private static let month: Int64 = 30 * 86_400_000

    init(count: Int) throws {
        self.count = count
        let chain = try SigningChain.appStore(
            from: SigningBenchmark.start - 1000, to: SigningBenchmark.start + 13 * SigningBenchmark.month)
        let identity = chain.eras[0].identity
        let app = SimulatedApp(bundleId: "com.example.app", environment: .production)
        signer = PayloadSigner(PayloadWriter(app: app), chain: chain)
        leaf = JWSSigner(key: identity.key, x5c: identity.x5c)
        key = identity.key
        notifications = (0..<count).map(SigningBenchmark.notification)
    }

    /// The n-th notification: twelve renewals follow each purchase.
    private static func notification(_ number: Int) -> SimulatedNotification {
        let (purchase, period) = (number / 13, number % 13)
        let begin = start + Int64(period) * month
        let download = "70400000000000\(1000 + purchase)"
        var transaction = SimulatedTransaction(
            id: 2_000_000_900_000_000 + number, orderID: "MM\(number)", customerID: "\(purchase)",
            productID: "com.example.app.pro.monthly", productType: .autoRenewableSubscription, purchaseDate: begin,
            price: 9990, storefront: .unitedStates, appTransactionID: download)
        transaction.originalID = 2_000_000_900_000_000 + purchase * 13
        transaction.originalPurchaseDate = start
        transaction.webOrderLineItemID = 2_000_000_800_000_000 + number
        transaction.subscriptionGroupID = "21000001"
        transaction.expiresDate = begin + month
        transaction.reason = period == 0 ? .purchase : .renewal
        var renewalInfo = SimulatedRenewalInfo(
            originalID: transaction.originalID, productID: transaction.productID, startDate: start,
            renewalDate: begin + month, currency: "USD", appTransactionID: download)
        renewalInfo.renewalPrice = 9990
        return SimulatedNotification(
            id: "00000000-0000-4000-8000-\(100_000_000_000 + number)", type: period == 0 ? .subscribed : .didRenew,
            subtype: period == 0 ? .initialBuy : nil, signedDate: begin,
            content: .data(.init(transaction: transaction, renewalInfo: renewalInfo, status: .active)))
    }

    /// All that is signed for the notifications, in order.
    private func signingInputs() throws -> [[UInt8]] {
        try signer.sign(notifications).flatMap { signed -> [[UInt8]] in
            let outer = try CompactJWS(parsing: signed)
            let payload = try ResponseBodyV2DecodedPayload(JSONDocument(parsing: outer.payload).root)
            let inner = [payload.data?.signedTransactionInfo, payload.data?.signedRenewalInfo].compactMap { $0 }
            return try inner.map { Array(try CompactJWS(parsing: $0).signingInput) } + [Array(outer.signingInput)]
        }
    }

    func run(rounds: Int) throws {
        let inputs = try signingInputs()
        guard inputs.count == 3 * count else { throw BenchmarkError.wrongResult("not three signatures each") }
        var results: [(ratio: Double, bare: Double, lowLevel: Double, ours: Double, writing: Double)] = []
        for _ in 0..<rounds {
            var total = 0
            let bare = try processorTime { for input in inputs { total += try key.signByReference(input) } }
            let lowLevel = try processorTime { for input in inputs { total += try key.sign(input).count } }
            let ours = try processorTime { total += try signer.sign(notifications).reduce(0) { $0 + $1.utf8.count } }
            let writing = processorTime {
                for case .data(let data) in notifications.lazy.map(\.content) {
                    guard let transaction = data.transaction, let renewalInfo = data.renewalInfo else { continue }
                    total += signer.writer.bytes(of: transaction, signedDate: SigningBenchmark.start).count
                    total += signer.writer.bytes(of: renewalInfo, signedDate: SigningBenchmark.start).count
                }
            }
            guard total > 0 else { throw BenchmarkError.wrongResult("nothing was signed") }
            results.append((bare / ours, each(bare), each(lowLevel), each(ours), each(writing)))
        }
        let median = results.sorted { $0.ratio < $1.ratio }[rounds / 2]
        let bytes = inputs.map(\.count).reduce(0, +) / count
        print("signing: \(count) notifications of three signatures over \(bytes) bytes, one thread, \(rounds) rounds")
        print("three bare EVP_DigestSign calls:            \(rounded(median.bare)) us each")
        print("three SHA-256 and ECDSA_do_sign calls:      \(rounded(median.lowLevel)) us each")
        print("payloads written and signed:                \(rounded(median.ours)) us each")
        print("the two inner payloads written, unsigned:   \(rounded(median.writing)) us each")
        print("rate of simulated signing / bare signing: \(hundredths(median.ratio))")
        print("rate of the same / low-level signing: \(hundredths(median.lowLevel / median.ours))")
        let ratios = results.map(\.ratio)
        print("  the first: from \(hundredths(ratios.min() ?? 0)) to \(hundredths(ratios.max() ?? 0)) in all rounds")
    }

    private func each(_ microseconds: Double) -> Double { microseconds / Double(count) }
}
