package import EntitlementStorage
package import HTTPClient

/// Sends events to the targets that want them: each at least once, those of a line one after the other.
///
/// Any number of dispatchers may work on one store; each target is served by one of them at a time.
package final class OutboxDispatcher: Sendable {
    /// Posts a request for a target.
    package typealias Post =
        @Sendable (_ target: WebhookTarget, _ request: ClientRequest) async throws(HTTPClientError) -> ClientResponse

    let lanes: [TargetLane]

    /// - Parameters:
    ///   - targets: Where to send to.
    ///   - store: Keeps events and deliveries; it must know the targets.
    ///   - holder: Names this dispatcher among all that use the store.
    ///   - settings: How it goes about its work.
    ///   - time: Time and chance.
    ///   - post: Posts a request.
    ///   - observe: Told what happens; called from any thread, and must not wait.
    package init(
        targets: [WebhookTarget], store: any EntitlementStore & DeliveryStore, holder: String,
        settings: DispatchSettings = DispatchSettings(), time: DeliveryTime, post: @escaping Post,
        observe: @escaping @Sendable (DeliveryNotice) -> Void
    ) {
        lanes = targets.map { target in
            TargetLane(
                target: target, store: store, holder: holder, settings: settings, time: time,
                post: { request async throws(HTTPClientError) in try await post(target, request) }, observe: observe)
        }
    }

    /// Makes the targets known to a store, as it must be done before events are written that they are to get.
    package static func register(
        _ targets: [WebhookTarget], in store: any DeliveryStore
    ) async throws(StoreError) {
        for target in targets { try await store.addTarget(target.name, from: target.start) }
    }

    /// Begins to send.
    package func start() async {
        for lane in lanes { await lane.start() }
    }

    /// Says that events were written.
    package func wake() {
        for lane in lanes { lane.wake() }
    }

    /// Begins nothing more, and returns when what is on its way has ended or its time is over.
    package func stop() async {
        await withTaskGroup(of: Void.self) { group in
            for lane in lanes { group.addTask { await lane.stop() } }
        }
    }
}
