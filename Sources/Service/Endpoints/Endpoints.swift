/// Which endpoints each listener has.
enum Endpoints {
    /// Those of the public listener.
    static func open(_ parts: ServiceParts) -> [any Endpoint] { [NotificationIntake(parts: parts)] }

    /// Those of the private listener.
    static func closed(_ parts: ServiceParts) -> [any Endpoint] {
        [
            PayloadCheck(parts: parts), TransactionIntake(parts: parts),
            PurchaseConsumption(parts: parts), CustomerLinking(parts: parts), CustomerLinkList(parts: parts),
            CustomerEntitlements(parts: parts), SubscriptionState(parts: parts),
            NotificationList(parts: parts), NotificationLookup(parts: parts), EventList(parts: parts),
            EventStream(parts: parts),
            ReceiptCheck(parts: parts),
            MetricsReport(parts: parts), Liveness(), Readiness(parts: parts), InterfaceDescription(),
        ]
    }
}
