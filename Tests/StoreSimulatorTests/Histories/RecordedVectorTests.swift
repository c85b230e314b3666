import AppStoreModels
import FoundationEssentials
import StoreSimulator
import StrictJSON
import TestSupport
import Testing

/// Writes the vectors of notifications and sequences when asked to, and otherwise records them anew and compares.
@Suite("Recording of vectors", .serialized)
struct RecordedVectorTests {
    /// The folder to write, or `all`.
    private static let writes = ProcessInfo.processInfo.environment["STOREKEEPER_WRITE_VECTORS"]

    private static func isWritten(_ folder: String) -> Bool { writes == "all" || writes == folder }

    /// What is recorded now, by path.
    private static func recorded() async throws -> [(path: String, json: JSONValue)] {
        let recorder = try VectorRecorder()
        var files: [(path: String, json: JSONValue)] = []
        for pair in NotificationPair.all {
            files.append(("notifications/\(pair.name).json", try await recorder.vector(of: pair).json()))
        }
        for sequence in NotificationSequence.all {
            files.append(("sequences/\(sequence.name).json", try await recorder.vector(of: sequence).json()))
        }
        return files
    }

    @Test("Vectors are written", .enabled(if: writes != nil, "scripts/generate-test-vectors asks for it"))
    func write() async throws {
        for file in try await Self.recorded() where Self.isWritten(String(file.path.prefix { $0 != "/" })) {
            let url = TestVectors.folder.appending(path: file.path)
            try FileManager.default.createDirectory(
                at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
            try Data(JSONWriter(isIndented: true).bytes(file.json) + [0x0A]).write(to: url)
        }
    }

    @Test(
        "Vectors recorded anew differ from those kept in certificates and signatures alone",
        .disabled(if: writes != nil))
    func compare() async throws {
        let recorded = try await Self.recorded()
        let kept = try ["notifications", "sequences"].flatMap { try VerificationVector.files(in: $0) }
        #expect(Set(recorded.map(\.path)) == Set(kept))
        for file in recorded where kept.contains(file.path) {
            let held = JSONValue(try JSONDocument(parsing: TestVectors.bytes(file.path)).root)
            let isSame = OpenedJWS.withoutSignatures(held) == OpenedJWS.withoutSignatures(file.json)
            #expect(isSame, "\(file.path) is not what is recorded now")
        }
    }

    @Test("Every pair of the table has a vector", .disabled(if: writes != nil), arguments: NotificationPair.all)
    func pair(_ pair: NotificationPair) throws {
        #expect(try NotificationVector(named: pair.name).name == pair.name)
    }

    @Test("Right after a notification, the vector's answer is the status inside it", arguments: NotificationPair.all)
    func agreement(_ pair: NotificationPair) async throws {
        guard case .subscription(let status) = pair.parts else { return }
        let vector = try await VectorRecorder().vector(of: pair)
        var store = TestStore()
        try pair.happens(&store)
        let line = store.happened.notifications.last { $0.name == pair.name }?.data?.renewalInfo?.originalID
        let names: [SubscriptionStatus: String] = [
            .active: "active", .expired: "expired", .billingRetry: "billingRetry",
            .billingGracePeriod: "gracePeriod", .revoked: "revoked",
        ]
        let answer = vector.effects.first?.after.first { $0.line == line.map(String.init) }
        #expect(answer?.state == names[status])
        #expect(vector.outcome == "applied")
    }

    @Test("Each sequence sends what it should", arguments: NotificationSequence.all.map(\.name))
    func sequence(_ name: String) throws {
        let sequence = try #require(NotificationSequence.all.first { $0.name == name })
        var store = TestStore()
        try sequence.happens(&store)
        #expect(store.happened.names == sequence.sent)
    }
}
