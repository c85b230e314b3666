internal import EntitlementStorage
internal import Entitlements

/// Which rows a batch locks and reads, each kind in the order in which every process takes them.
struct BatchKeys {
    /// A row of `fact` as it will be when nothing is held under its key yet.
    struct FirstFact: Hashable {
        /// The greatest of the versions in the batch; nil when there are only quarantined ones.
        var stamp: FactStamp?
        /// Where the first version belongs; nil for a notification.
        var root: [UInt8]?
        /// Whether a notification's UUID stands on several payloads.
        var isAmbiguous = false
    }

    private(set) var lines: [LineKey] = []
    private(set) var facts: [(key: FactKey, first: FirstFact)] = []
    private(set) var versions: [VersionRowKey] = []
    private(set) var log: [LogKey] = []
    private(set) var hasRejections = false

    /// Gathers the keys; `further` are those of lines that the batch does not name and that are locked with the others.
    init(_ batch: NumberedBatch, further: some Sequence<LineKey> = []) {
        var lines = Set(further)
        var facts: [FactKey: FirstFact] = [:]
        var versions: Set<VersionRowKey> = []
        var log: Set<LogKey> = []
        for item in batch.items {
            switch item {
            case .verified(let delivery):
                for fact in delivery.facts {
                    if let line = fact.line { lines.insert(line) }
                    versions.insert(fact.version)
                    BatchKeys.add(
                        FirstFact(stamp: fact.version.stamp, root: fact.version.root), to: &facts[fact.version.fact])
                }
                guard let key = delivery.log else { continue }
                log.insert(key)
                BatchKeys.add(FirstFact(stamp: key.stamp), to: &facts[key.fact])
            case .quarantined(let delivery):
                log.insert(delivery.log)
                BatchKeys.add(FirstFact(), to: &facts[delivery.log.fact])
            case .rejected: hasRejections = true
            }
        }
        self.lines = lines.sorted()
        self.facts = facts.sorted { $0.key < $1.key }.map { (key: $0.key, first: $0.value) }
        self.versions = Array(versions)
        self.log = Array(log)
    }

    private static func add(_ new: FirstFact, to known: inout FirstFact?) {
        guard var first = known else {
            known = new
            return
        }
        if let stamp = new.stamp {
            if new.root == nil, let held = first.stamp, held.digest != stamp.digest { first.isAmbiguous = true }
            first.stamp = max(stamp, first.stamp ?? stamp)
        }
        known = first
    }
}
