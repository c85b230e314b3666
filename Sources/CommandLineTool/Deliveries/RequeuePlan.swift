internal import EntitlementStorage
internal import StrictJSON

/// Puts deliveries in the queue once more, after it has said which, and only when it may.
struct RequeuePlan {
    let selection: DeliverySelection
    /// What would be done, in words.
    let text: String
    let isConfirmed: Bool
    let isJSON: Bool

    /// Shows the plan, asks where somebody can answer, and does it.
    func run(
        _ store: DeliveryAccess.Store, io: CommandIO
    ) async throws(StoreError) -> Result<ExitStatus, CommandError> {
        let count = try await store.count(selection)
        show(isDone: false, count, io: io)
        guard count > 0 else { return .success(.fine) }
        guard isConfirmed || Confirmation.isGiven(io: io) else {
            return .failure(
                .misconfigured([Problem("nothing was done", hint: "add \(DeliveryAccess.yes.dashed) to do it")]))
        }
        let done = try await store.requeue(selection, at: io.now())
        show(isDone: true, done, io: io)
        return .success(.fine)
    }

    private func show(isDone: Bool, _ count: Int, io: CommandIO) {
        if isJSON {
            let line: JSONValue = ["plan": .boolean(!isDone), "done": .boolean(isDone), "deliveries": .integer(count)]
            io.output.writeLine(JSONWriter().text(line))
        } else if isDone {
            io.output.writeLine("\(count == 1 ? "1 delivery is" : "\(count) deliveries are") in the queue again")
        } else {
            io.output.writeLine("would put \(count == 1 ? "1 delivery" : "\(count) deliveries") in the queue: \(text)")
        }
    }
}
