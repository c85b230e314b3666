internal import AppStoreModels

extension ConfigurationCheck {
    /// How webhooks are sent.
    mutating func dispatchLimits() -> DispatchLimits {
        var limits = DispatchLimits()
        var isInRange = true
        for (name, path, range) in DispatchLimits.table {
            guard let value = settings.webhookDelivery[name] else { continue }
            guard let number = Int(exactly: value), range.contains(number) else {
                note("webhookDelivery.\(name)", "is \(value), not from \(range.lowerBound) to \(range.upperBound)")
                isInRange = false
                continue
            }
            limits[keyPath: path] = number
        }
        guard isInRange else { return limits }
        func value(_ name: String) -> Int {
            DispatchLimits.table.first { $0.name == name }.map { limits[keyPath: $0.path] } ?? 0
        }
        for (less, more) in DispatchLimits.ordered where value(less) > value(more) {
            note("webhookDelivery.\(less)", "is \(value(less)), more than \(more), which is \(value(more))")
        }
        return limits
    }
}
