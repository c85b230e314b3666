internal import EntitlementStorage
internal import Entitlements

extension BatchWrites {
    /// The statements of the second round trip that need no order among all writers.
    func commands(limits: RejectionLimits) -> [Command] {
        versionCommands + heldCommands + rewriteCommands + rejectionCommands(limits) + totalCommands
            // After the totals, which it corrects by what it drops.
            + (dropsRejections
                ? [
                    Command(
                        BatchWrites.dropRejections,
                        [
                            .integer(Int64(limits.rows)), .integer(Int64(limits.bytes)), .word(Schema.lockClass),
                            .word(Schema.dropLock),
                        ])
                ] : [])
    }

    // MARK: - Facts

    private var versionCommands: [Command] {
        var commands: [Command] = []
        if !versions.isEmpty {
            commands.append(
                Command(
                    BatchWrites.addVersions,
                    [
                        .blobs(versions.map(\.key.root)), .words(versions.map(\.key.scope)),
                        .smalls(versions.map(\.key.kind)), .blobs(versions.map(\.key.name)),
                        .integers(versions.map(\.key.stamp.date)), .blobs(versions.map(\.key.stamp.digest.bytes)),
                        .integers(versions.map(\.receivedAt)), .smalls(versions.map { $0.source.smallNumber }),
                        .blobs(versions.map { StatementCoding.bytes(of: $0.statement) }),
                        .optionals(versions.map(\.header)), .optionals(versions.map { $0.text?.signature }),
                        .optionals(versions.map { $0.text?.payload }),
                    ]))
        }
        let customers = customers.sorted()
        if !customers.isEmpty {
            commands.append(
                Command(
                    BatchWrites.addCustomers,
                    [
                        .blobs(customers.map(\.id)), .words(customers.map(\.line.scope)),
                        .blobs(customers.map(\.line.original)),
                    ]))
        }
        return commands
    }

    private var heldCommands: [Command] {
        var commands: [Command] = []
        let held = held.sorted { $0.key < $1.key }
        if !held.isEmpty {
            commands.append(
                Command(
                    BatchWrites.hold,
                    [
                        .words(held.map(\.key.scope)), .smalls(held.map(\.key.kind)), .blobs(held.map(\.key.name)),
                        .integers(held.map(\.value.date)), .blobs(held.map(\.value.digest.bytes)),
                    ]))
        }
        for fact in ambiguous.sorted() {
            commands.append(
                Command(BatchWrites.markAmbiguous, .word(fact.scope), .small(fact.kind), .blob(fact.name)))
        }
        for place in places {
            commands.append(
                Command(
                    BatchWrites.addPlace,
                    [.word(place.fact.scope), .small(place.fact.kind), .blob(place.fact.name), .blob(place.root)]))
        }
        return commands
    }

    // MARK: - Log

    /// What is written to the log: numbers are drawn, so that it is done in the order of commits.
    var logCommands: [Command] {
        var commands: [Command] = []
        if !notifications.isEmpty {
            let bodies = notifications.map { notification in
                EmbeddedText.cut(
                    notification.nested.compactMap { nested in
                        EmbeddedText(
                            nested.text, in: notification.text.payload,
                            reference: EmbeddedCoding.Reference(header: nested.header, version: nested.version))
                    }, from: notification.text.payload)
            }
            commands.append(
                Command(
                    BatchWrites.addNotifications,
                    [
                        .words(notifications.map(\.key.scope)), .blobs(notifications.map(\.key.uuid)),
                        .integers(notifications.map(\.key.stamp.date)),
                        .blobs(notifications.map(\.key.stamp.digest.bytes)),
                        .flags(notifications.map { $0.outcome == .quarantined }),
                        .blobs(notifications.map { Array($0.header.type.utf8) }),
                        .optionals(notifications.map { $0.header.subtype.map { Array($0.utf8) } }),
                        .smalls(notifications.map { Int16(truncatingIfNeeded: $0.outcome.storedNumber) }),
                        .flags(notifications.map(\.isFlagged)), .integers(notifications.map(\.receivedAt)),
                        .smalls(notifications.map { $0.source.smallNumber }),
                        .optionals(notifications.map { $0.failure.map { Array($0.code.utf8) } }),
                        .optionals(notifications.map { $0.failure?.path.map { Array($0.utf8) } }),
                        .optionals(notifications.map { $0.failure.map { Array($0.message.utf8) } }),
                        .words(notifications.map(\.textHeader)), .blobs(notifications.map(\.text.signature)),
                        .blobs(bodies.map(\.rest)), .optionals(bodies.map { EmbeddedCoding.bytes(of: $0.parts) }),
                        .optionals(notifications.map(\.line)),
                    ]))
        }
        for log in resolved {
            commands.append(
                Command(
                    BatchWrites.resolve, .word(log.scope), .blob(log.uuid), .integer(log.stamp.date),
                    .blob(log.stamp.digest.bytes)))
        }
        for (log, failure) in failures {
            commands.append(
                Command(
                    BatchWrites.noteFailure,
                    [
                        .word(log.scope), .blob(log.uuid), .integer(log.stamp.date), .blob(log.stamp.digest.bytes),
                        .text(failure.code), .optional(failure.path.map { Array($0.utf8) }), .text(failure.message),
                    ]))
        }
        return commands
    }

    /// Of two JWS of one payload the bytewise smaller is kept; the statements compare.
    private var rewriteCommands: [Command] {
        var commands: [Command] = []
        for (key, rewrite) in versionRewrites {
            commands.append(
                Command(
                    BatchWrites.rewriteVersion,
                    [
                        .blob(key.root), .word(key.scope), .small(key.kind), .blob(key.name), .integer(key.stamp.date),
                        .blob(key.stamp.digest.bytes), .word(rewrite.header), .blob(rewrite.text.signature),
                        .blob(rewrite.text.payload), .blob(rewrite.text.headerSegment),
                    ]))
        }
        for (key, rewrite) in logRewrites {
            commands.append(
                Command(
                    BatchWrites.rewriteLog,
                    [
                        .word(key.scope), .blob(key.uuid), .integer(key.stamp.date), .blob(key.stamp.digest.bytes),
                        .word(rewrite.header), .blob(rewrite.text.signature), .blob(rewrite.text.headerSegment),
                    ]))
        }
        return commands
    }

    // MARK: - Rejections and totals

    private func rejectionCommands(_ limits: RejectionLimits) -> [Command] {
        guard !rejected.isEmpty else { return [] }
        return [
            Command(
                BatchWrites.addRejections,
                [
                    .integers(rejected.map(\.receivedAt)), .smalls(rejected.map { $0.source.smallNumber }),
                    .blobs(rejected.map { Array($0.code.utf8) }), .blobs(rejected.map { Array($0.message.utf8) }),
                    .optionals(rejected.map { $0.label.map { Array($0.utf8) } }), .blobs(rejected.map(\.body)),
                ])
        ]
    }

    private var totalCommands: [Command] {
        var rows = totals.filter { $0.value != 0 }.map { (name: $0.key.rawValue, value: $0.value) }
        if let greatestDate { rows.append((name: Total.greatestDate.rawValue, value: greatestDate)) }
        guard !rows.isEmpty else { return [] }
        // In one order, since these rows are locked to the end of the transaction.
        rows.sort { $0.name < $1.name }
        return [Command(BatchWrites.addTotals, [.smalls(rows.map(\.name)), .integers(rows.map(\.value))])]
    }
}

extension DeliverySource {
    fileprivate var smallNumber: Int16 { Int16(truncatingIfNeeded: storedNumber) }
}
