internal import AppStoreVerification
internal import EntitlementStorage
internal import Entitlements
internal import HTTPServing
internal import NotificationProcessing
internal import Synchronization

extension RunningService {
    /// Goes on with another configuration: all of it or, when something of it cannot be used, nothing.
    ///
    /// Requests in flight end by the old one. What is bound to listeners or to the open store stays as it is and is told
    /// by the event `reloaded`. Two exchanges, or one and the end, must not be asked for at once.
    ///
    /// - Parameter configuration: What the service is told, checked.
    /// - Throws: What cannot be used; the service goes on as before.
    package func reload(_ configuration: ServiceConfiguration) async throws(ServiceError) {
        let old = live.withLock(\.self)
        // The private listener stays where it is, whatever the new configuration says.
        guard configuration.tokens != nil || old.configuration.privateListen.isLoopback else {
            throw .tokens
        }
        var parts = old.parts
        // Under the same policy the answers that were kept go on to count. What is let go of lives for as long as the
        // requests that came before need it.
        let revocation =
            configuration.revocation == old.configuration.revocation
                && configuration.limits.responderSeconds == old.configuration.limits.responderSeconds
            ? old.revocation
            : try OnlineRevocation.make(
                configuration.revocation, seconds: configuration.limits.responderSeconds, version: parts.version,
                now: parts.now, log: parts.log)
        parts.processor = try RunningService.processor(
            configuration, store: parts.store, revocation: revocation, now: parts.now)
        // Answers and events are worked out alike; the store keeps its rules until it is opened again.
        parts.evaluation.entitlementNames = configuration.evaluation.entitlementNames
        parts.linkPolicy = configuration.linkPolicy
        parts.warnings = configuration.warnings
        parts.handedLines = configuration.reconcile.map { _ in parts.handedLines ?? HandedLines() }
        let outbox = try await Outbox.make(configuration, parts)
        let watch = try LineWatch.make(configuration, parts)
        // From here on nothing fails.
        routers.open.exchange(for: RunningService.router(.open, parts, configuration))
        routers.closed.exchange(for: RunningService.router(.closed, parts, configuration))
        old.sweeping?.cancel()
        old.watching?.cancel()
        await old.sweeping?.value
        await old.watching?.value
        await old.outbox?.stop()
        let restart = old.configuration.settingsBoundToStart(comparedTo: configuration)
        var running = configuration
        running.keepWhatIsBoundToStart(of: old.configuration)
        live.withLock {
            $0 = LiveService(configuration: running, parts: parts, outbox: outbox, revocation: revocation)
            $0.sweeping = RunningService.sweepingTask(parts, every: configuration.limits.sweepSeconds)
            $0.watching = RunningService.watchingTask(watch)
        }
        await outbox?.start()
        await old.parts.processor.flush()
        for warning in configuration.warnings { parts.log(.warning(warning)) }
        parts.log(.reloaded(ReloadEvent(at: parts.now(), needRestart: restart)))
    }

    /// Says that a configuration could not be used, and that the service goes on as before.
    package func refuseReload(_ problems: [ConfigurationProblem]) {
        let parts = live.withLock(\.parts)
        for problem in problems { parts.log(.reloadRefused(problem)) }
    }
}

extension ServiceConfiguration {
    /// The settings that differ and hold until the next start.
    func settingsBoundToStart(comparedTo other: ServiceConfiguration) -> [String] {
        var names: [String] = []
        func compare(_ name: String, _ isSame: Bool) { if !isSame { names.append(name) } }
        compare("store", store == other.store)
        compare("listen", listen == other.listen)
        compare("privateListen", privateListen == other.privateListen)
        compare("tls", tls == other.tls)
        compare("maxBody", maximumBody == other.maximumBody)
        compare("nonRenewingDurations", evaluation.nonRenewingDurations == other.evaluation.nonRenewingDurations)
        compare("graceCapDays", evaluation.graceCapSeconds == other.evaluation.graceCapSeconds)
        compare(
            "weeklyGraceCapDays", evaluation.weeklyGraceCapSeconds == other.evaluation.weeklyGraceCapSeconds)
        compare("partialRevocation", evaluation.partialRevocation == other.evaluation.partialRevocation)
        compare("eventClock", eventRules.clock == other.eventRules.clock)
        for (name, path, _) in ServiceLimits.table where !ServiceLimits.exchangeable.contains(name) {
            compare("limits.\(name)", limits[keyPath: path] == other.limits[keyPath: path])
        }
        return names
    }

    /// Goes on with what the start has bound, so that the next exchange is compared with what runs.
    mutating func keepWhatIsBoundToStart(of old: ServiceConfiguration) {
        store = old.store
        listen = old.listen
        privateListen = old.privateListen
        tls = old.tls
        maximumBody = old.maximumBody
        let names = evaluation.entitlementNames
        eventRules = old.eventRules
        eventRules.configuration.entitlementNames = names
        for (name, path, _) in ServiceLimits.table where !ServiceLimits.exchangeable.contains(name) {
            limits[keyPath: path] = old.limits[keyPath: path]
        }
    }
}
