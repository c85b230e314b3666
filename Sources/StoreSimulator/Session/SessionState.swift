internal import AppStoreModels
internal import JWS

/// What a session holds behind its lock.
struct SessionState: Sendable {
    var world: StoreWorld
    var signer: PayloadSigner
    var history: NotificationHistory
    /// What is wrong with the notifications signed from now on.
    var fault: SigningFault?
    var failures: [SimulatedAPI: SimulatedFailure] = [:]
    var listeners = SessionListeners()
    var device: DeviceSettings
    /// In which order transactions last changed, by id: what history is paged by.
    var changes: [Int: Int] = [:]
    private var changeCount = 0
    /// The settings of the file, to which a reset returns.
    let configuredSettings: WorldSettings
    let configuredDevice: DeviceSettings

    init(world: StoreWorld, device: DeviceSettings, signer: PayloadSigner, historyLimit: Int) {
        self.world = world
        self.device = device
        configuredDevice = device
        self.signer = signer
        history = NotificationHistory(limit: historyLimit)
        configuredSettings = world.settings
    }

    /// Signs what is to be sent, keeps it, and tells the listeners.
    mutating func publish(
        _ occurrences: [StoreOccurrence], boughtOn device: Int? = nil
    ) throws(SessionError) -> [SessionEvent] {
        var events: [SessionEvent] = []
        events.reserveCapacity(occurrences.count)
        for occurrence in occurrences {
            if case .transaction(let transaction) = occurrence.kind {
                changeCount += 1
                changes[transaction.id] = changeCount
            }
            guard case .notification(let notification) = occurrence.kind else {
                events.append(.occurrence(occurrence))
                continue
            }
            let signed = SignedNotification(notification, signedPayload: try sign(notification))
            history.append(signed)
            events.append(.notification(signed))
        }
        for event in events { listeners.tell(event, boughtOn: device) }
        return events
    }

    private func sign(_ notification: SimulatedNotification) throws(SessionError) -> String {
        do throws(JWSError) {
            guard let fault else { return try signer.sign(notification) }
            return try signer.sign(notification, fault: fault)
        } catch {
            throw .signing(error)
        }
    }
}
