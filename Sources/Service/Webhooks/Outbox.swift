internal import EntitlementStorage
internal import HTTPClient
internal import Synchronization
internal import WebhookDelivery

/// The sending of events in a running service.
final class Outbox: Sendable {
    private let dispatcher: OutboxDispatcher
    private let client: WebhookClient
    private let bell: EventBell
    private let listening = Mutex<Task<Void, Never>?>(nil)

    /// Makes the targets known to the store, and what sends to them; nil without targets.
    static func make(
        _ configuration: ServiceConfiguration, _ parts: ServiceParts
    ) async throws(ServiceError) -> Outbox? {
        let targets = configuration.webhooks
        guard !targets.isEmpty else { return nil }
        guard let store = parts.store as? any EntitlementStore & DeliveryStore else {
            throw .webhooks("this store keeps no deliveries; use one that does, or leave webhooks out")
        }
        do throws(StoreError) {
            try await OutboxDispatcher.register(targets, in: store)
        } catch {
            throw .store(error)
        }
        let client: WebhookClient
        do throws(HTTPClientError) {
            client = try WebhookClient(userAgent: "storekeeper/\(parts.version)")
        } catch {
            throw .webhooks("\(error)")
        }
        let settings = configuration.dispatch.settings(stopSeconds: configuration.limits.stopSeconds)
        let dispatcher = OutboxDispatcher(
            targets: targets, store: store, holder: String(UInt64.random(in: .min ... .max), radix: 16),
            settings: settings,
            time: DeliveryTime(
                now: parts.now, sleep: { try? await Task.sleep(for: .milliseconds($0)) },
                random: { UInt64.random(in: .min ... .max) }),
            post: { target, request async throws(HTTPClientError) in try await client.post(target, request) },
            observe: { notice in
                if case .attempted(let attempt) = notice { parts.metrics.note(attempt) }
                parts.log(ServiceEvent(notice, at: parts.now()))
            })
        return Outbox(dispatcher: dispatcher, client: client, bell: parts.bell)
    }

    private init(dispatcher: OutboxDispatcher, client: WebhookClient, bell: EventBell) {
        self.dispatcher = dispatcher
        self.client = client
        self.bell = bell
    }

    /// Begins to send, and does so at once whenever this process has written events.
    func start() async {
        await dispatcher.start()
        listening.withLock { [dispatcher, bell] listening in
            listening = Task {
                while !Task.isCancelled {
                    let ticket = bell.ticket
                    dispatcher.wake()
                    // The dispatcher looks by itself for what other processes have written.
                    await bell.wait(ticket, atMost: 60_000)
                }
            }
        }
    }

    /// Lets what is on its way end, and begins nothing more.
    func stop() async {
        let listening = listening.withLock(\.self)
        listening?.cancel()
        await listening?.value
        await dispatcher.stop()
        await client.close()
    }
}

extension ServiceEvent {
    /// What happened while events were sent, for the log.
    init(_ notice: DeliveryNotice, at now: Int64) {
        switch notice {
        case .attempted(let attempt): self = .forward(ForwardEvent(attempt))
        case .paused(let target, let reason):
            self = .targetPaused(PauseEvent(at: now, target: target, reason: reason))
        case .failed(let target, let error):
            self = .failed(
                FailureEvent(at: now, task: "webhook \(target)", code: error.code, message: error.description))
        }
    }
}
