package import StrictJSON

extension LineStory {
    /// The story as JSON: numbers for programs beside words for people, times in milliseconds.
    ///
    /// - Parameters:
    ///   - instant: Writes a point in time within a sentence.
    ///   - source: Names the way by which something came that no notification of the log holds.
    /// - Returns: One object.
    package func json(
        instant: @escaping (Int64) -> String, source: (TimelineEntry) -> String? = { _ in nil }
    ) -> JSONValue {
        func text(_ sentence: Sentence) -> JSONValue { .string(sentence.text(instant: instant)) }
        return [
            "answers": .array(
                answers.map { explained in
                    [
                        "answer": explained.answer.json(),
                        "facts": .array(explained.facts.map { $0.reference.json(text: text($0.sentence)) }),
                        "flags": .array(
                            explained.flags.map { ["flag": .string($0.flag.rawValue), "text": text($0.sentence)] }),
                        "reason": text(explained.reason),
                    ]
                }),
            "ignored": .array(
                ignored.map { ignored in
                    [
                        "dates": .array(ignored.stamps.map { .integer($0.date) }),
                        "id": .string(ignored.identity.id),
                        "kind": .string(ignored.identity.kind.rawValue),
                        "text": text(ignored.sentence),
                    ]
                }),
            "next": .array(next.map { ["date": .integer($0.date), "text": text($0.sentence)] }),
            "omittedSteps": .integer(omittedSteps),
            "originalTransactionId": .string(line.originalTransactionId),
            "timeline": .array(
                timeline.map { entry in
                    [
                        "byClock": .boolean(entry.isByClock),
                        "change": .optional(entry.change?.rawValue),
                        "date": .integer(entry.date),
                        "notification": entry.notification?.json ?? .null,
                        "source": .optional(source(entry)),
                        "text": entry.sentence.map(text) ?? .null,
                    ]
                }),
        ]
    }
}

extension LoggedNotification {
    fileprivate var json: JSONValue {
        [
            "notificationType": .string(type), "notificationUUID": .string(uuid), "signedDate": .integer(signedDate),
            "subtype": .optional(subtype),
        ]
    }
}

extension FactReference {
    fileprivate func json(text: JSONValue) -> JSONValue {
        [
            "date": .integer(stamp.date), "digest": .string(stamp.digest.hexadecimal), "id": .string(identity.id),
            "kind": .string(identity.kind.rawValue), "text": text,
        ]
    }
}
