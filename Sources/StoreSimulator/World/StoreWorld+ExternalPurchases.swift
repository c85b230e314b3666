internal import AppStoreModels

extension StoreWorld {
    /// Makes a token; only those of custom links are announced, and reminded of each month until they end.
    mutating func createExternalPurchaseToken(
        type: ExternalPurchaseTokenType?, expirationDate: Int64?
    ) throws(SimulatorError) {
        guard (type == nil) == (expirationDate == nil) else {
            throw .invalidAction("a token has a type and an expiration date, or neither")
        }
        if let expirationDate {
            guard expirationDate > now else { throw .invalidAction("the token would have ended already") }
            guard expirationDate <= StoreWorld.lastDate else { throw .dateOutOfRange(expirationDate) }
        }
        let prefix = app.environment == .production ? "" : "SANDBOX_"
        let token = SimulatedNotification.ExternalPurchase(
            id: prefix + generator.uuid(), creationDate: now, type: type, expirationDate: expirationDate)
        externalPurchases.append(ExternalPurchaseState(token: token))
        let index = externalPurchases.count - 1
        queue.insert(
            .externalPurchase(index), generation: 0,
            at: Instant.adding(settings.externalPurchaseReportLength, to: now))
        if type != nil {
            queue.insert(.externalPurchase(index), generation: 0, at: reminderDate(index))
            notify(.externalPurchaseToken, .created, .externalPurchaseToken(token))
        }
    }

    private func reminderDate(_ index: Int) -> Int64 {
        let state = externalPurchases[index]
        return end(of: CalendarDuration(months: 1), count: state.reminders + 1, from: state.token.creationDate)
    }

    mutating func reportExternalPurchase(_ id: String) throws(SimulatorError) {
        guard let index = externalPurchases.firstIndex(where: { $0.token.id == id }) else {
            throw .invalidAction("there is no token \"\(id.prefix(80))\"")
        }
        externalPurchases[index].isReported = true
    }

    /// A moment planned for a token has come: the end of the time to report, or a month.
    mutating func externalPurchaseEvent(_ index: Int, planned: Int64) {
        let state = externalPurchases[index]
        let reportDate = Instant.adding(settings.externalPurchaseReportLength, to: state.token.creationDate)
        if let end = state.token.expirationDate, planned == reminderDate(index) {
            guard planned < end else { return }
            externalPurchases[index].reminders += 1
            queue.insert(.externalPurchase(index), generation: state.generation, at: reminderDate(index))
            notify(.externalPurchaseToken, .activeTokenReminder, .externalPurchaseToken(state.token))
        } else if planned == reportDate, !state.isReported {
            notify(.externalPurchaseToken, .unreported, .externalPurchaseToken(state.token))
        }
    }
}
