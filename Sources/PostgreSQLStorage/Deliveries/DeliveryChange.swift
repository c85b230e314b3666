internal import EntitlementStorage

/// A change of what is on its way to targets: one transaction of two round trips.
///
/// The first locks the row of a target and asks whether the change may be made, the second makes it and commits. So all
/// changes of what waits for one target come one after the other, and the order within its lines holds.
struct DeliveryChange<Value> {
    /// Locks and asks.
    var question: [Command]
    /// Decides, from the answers: what to do, and what the caller is told.
    var decide: ([Rows]) throws(PostgreSQLFailure) -> (commands: [Command], value: Value)

    init(
        _ question: [Command],
        decide: @escaping ([Rows]) throws(PostgreSQLFailure) -> (commands: [Command], value: Value)
    ) {
        self.question = question
        self.decide = decide
    }
}

extension BatchCommit {
    /// Makes a change.
    func run<Value>(_ change: DeliveryChange<Value>) throws(Failure) -> Value {
        let (schema, decision) = try undoing { () throws(PostgreSQLFailure) -> (Int, ([Command], Value)) in
            let answers = try connection.run(
                [Command("BEGIN ISOLATION LEVEL READ COMMITTED READ WRITE"), Migration.version] + change.question,
                patience: options.answerPatience)
            return (Int(answers[1].integer(0, 0)), try change.decide(Array(answers.dropFirst(2))))
        }
        guard schema == Schema.current else {
            rollBack()
            throw .store(Migration.newer(schema, address: address))
        }
        try write(decision.0)
        return decision.1
    }
}
