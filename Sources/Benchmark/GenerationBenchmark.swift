import AppStoreModels
import FoundationEssentials
import Glibc
import JWS
import OpenSSLCrypto
import StoreSimulator
import StrictJSON

/// A year of simulated subscriptions from the purchase on, generated and signed, beside bare OpenSSL signatures of the
/// same signing inputs.
///
/// Customers come in groups with a store each, so that memory does not grow with their number.
struct GenerationBenchmark {
    /// How many customers subscribe and renew for a year.
    let customers: Int
    private let app = SimulatedApp(bundleId: "com.example.app", environment: .production)
    private let signer: PayloadSigner
    private let key: P256PrivateKey

    private static let start: Int64 = 1_780_272_000_000
    private static let groupSize = 50
    private static let product = "com.example.app.pro.monthly"

    init(customers: Int) throws {
        self.customers = customers
        let chain = try SigningChain.appStore(
            from: GenerationBenchmark.start - 1000, to: GenerationBenchmark.start + 400 * 86_400_000)
        signer = PayloadSigner(PayloadWriter(app: app), chain: chain)
        key = chain.eras[0].identity.key
    }

    /// What a group of customers is sent: the purchase and twelve renewals each.
    private func year(group: Int, customers: Int) throws -> [SimulatedNotification] {
        let monthly = CatalogProduct(
            id: GenerationBenchmark.product, groupID: "21000001", period: CalendarDuration(months: 1), price: 9990)
        var settings = WorldSettings()
        settings.identifierRange = group
        var world = StoreWorld(
            catalog: ProductCatalog([monthly]), app: app, settings: settings, start: GenerationBenchmark.start,
            seed: UInt64(group))
        var notifications: [SimulatedNotification] = []
        func take(_ occurrence: StoreOccurrence) {
            if case .notification(let notification) = occurrence.kind { notifications.append(notification) }
        }
        for customer in 0..<customers {
            try world.perform(.buy(PurchaseRequest(customer: "\(customer)", product: monthly.id))).forEach(take)
        }
        try world.advance(to: GenerationBenchmark.start + 365 * 86_400_000 + 1000, handling: take)
        return notifications
    }

    /// All that was signed for a notification.
    private func signingInputs(of signed: String) throws -> [[UInt8]] {
        let outer = try CompactJWS(parsing: signed)
        let payload = try ResponseBodyV2DecodedPayload(JSONDocument(parsing: outer.payload).root)
        let inner = [payload.data?.signedTransactionInfo, payload.data?.signedRenewalInfo].compactMap { $0 }
        return try inner.map { Array(try CompactJWS(parsing: $0).signingInput) } + [Array(outer.signingInput)]
    }

    func run() throws {
        var (ours, bare) = (0.0, 0.0)
        var (notifications, signatures, bytes, checksum) = (0, 0, 0, 0)
        var peaks: [Int] = []
        for group in 0..<(customers + GenerationBenchmark.groupSize - 1) / GenerationBenchmark.groupSize {
            let size = min(GenerationBenchmark.groupSize, customers - group * GenerationBenchmark.groupSize)
            var signed: [String] = []
            ours += try processorTime { signed = try signer.sign(year(group: group, customers: size)) }
            let inputs = try signed.flatMap { try signingInputs(of: $0) }
            bare += try processorTime { for input in inputs { checksum += try key.signByReference(input) } }
            notifications += signed.count
            signatures += inputs.count
            bytes += inputs.reduce(0) { $0 + $1.count }
            if group == 0 || (group + 1) * GenerationBenchmark.groupSize * 10 % customers == 0 {
                peaks.append(try GenerationBenchmark.peakMemory())
            }
        }
        guard notifications == 13 * customers, signatures == 3 * notifications, checksum > 0 else {
            throw BenchmarkError.wrongResult("not 13 notifications of three signatures each")
        }
        func each(_ microseconds: Double) -> String { rounded(microseconds / Double(notifications)) }
        print(
            "generation: \(customers) purchases with twelve renewals, \(notifications) notifications of three signatures"
        )
        print("  over \(bytes / notifications) bytes each, one thread; microseconds of processor time a notification")
        print("three bare EVP_DigestSign calls:            \(each(bare)) us")
        print("made by the store, written and signed:      \(each(ours)) us")
        print("rate of generation / bare signing: \(hundredths(bare / ours))")
        print(
            "peak memory, after each tenth: \(peaks.map { "\($0 / 1024) MiB" }.joined(separator: " "))")
        guard bare / ours >= 0.5 else { throw BenchmarkError.wrongResult("less than half the rate of bare signing") }
    }

    /// The most memory this process ever had resident, in KiB.
    private static func peakMemory() throws -> Int {
        let status = try String(contentsOf: URL(filePath: "/proc/self/status"), encoding: .utf8)
        let line = status.split(separator: "\n").first { $0.hasPrefix("VmHWM:") }
        guard let number = line?.split(whereSeparator: { $0 == " " || $0 == "\t" }).dropFirst().first,
            let peak = Int(number)
        else { throw BenchmarkError.wrongResult("no VmHWM in /proc/self/status") }
        return peak
    }
}
