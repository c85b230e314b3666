internal import EntitlementStorage
internal import Entitlements
internal import StrictJSON

/// The story of a line, and how each statement came.
struct InspectedStory: Hashable, Sendable {
    let story: LineStory
    let sources: [FactReference: DeliverySource]

    /// How the statements came that brought something without a notification of the log; the first word by its name.
    ///
    /// Of a notification only that it came from the App Store's history.
    func source(of entry: LineStory.TimelineEntry) -> DeliverySource? {
        if let notification = entry.notification {
            return notification.facts.contains { sources[$0] == .history } ? .history : nil
        }
        return entry.statements.compactMap { sources[$0] }.min { $0.rawValue < $1.rawValue }
    }
}

/// Writes what `inspect` found: for programs as JSON, for people in words.
struct InspectTelling {
    let id: String
    let environment: String
    let now: Int64
    let configuration: EvaluationConfiguration
    let answer: CustomerAnswer
    let stories: [InspectedStory]

    /// One object on one line.
    var json: String {
        let value: JSONValue = [
            "at": .integer(now),
            "conflicts": .array(answer.conflicts.map { $0.json() }),
            "entitlements": .array(answer.entitlements.map(\.json)),
            "environment": .string(environment),
            "id": .string(id),
            "lines": .array(
                stories.map { inspected in
                    inspected.story.json(instant: TimeText.iso8601) { inspected.source(of: $0)?.rawValue }
                }),
        ]
        return JSONWriter(sortsNames: true).text(value) + "\n"
    }

    /// Several lines for people.
    func text(style: TerminalStyle) -> String {
        let name = TerminalText.plain(ShortText.middle(id, limit: 40, ellipsis: style.ellipsis))
        var out = style.paint(name, .strong) + "  \(environment)  as of \(TimeText.utc(now))\n"
        for entitlement in answer.entitlements {
            let verdict = EntitlementLines(now: now, style: style).verdict(entitlement.best)
            out += "\(TerminalText.plain(entitlement.name)): \(verdict)\n"
        }
        for story in stories { out += InspectedLine(inspected: story, now: now, style: style).text }
        for line in answer.conflicts {
            let original = TerminalText.plain(line.originalTransactionId)
            out += "\nline \(original) once carried this customer's token and belongs to another customer now\n"
        }
        return out
    }
}

/// Writes the story of one line.
private struct InspectedLine {
    let inspected: InspectedStory
    let now: Int64
    let style: TerminalStyle

    private static let column = 10
    private var story: LineStory { inspected.story }

    var text: String {
        let line = TerminalText.plain("\(story.line.originalTransactionId)  \(story.line.scope.bundleId)")
        var out = "\n" + style.paint("LINE \(line)", .strong) + "\n"
        for explained in story.answers { out += answer(explained) }
        for ignored in story.ignored {
            let subject = "\(ignored.identity.kind.rawValue) \(ignored.identity.id)"
            out += entry("ignored", "\(TerminalText.plain(subject)): \(text(ignored.sentence))")
        }
        out += "  timeline\n"
        if story.omittedSteps > 0 { out += "    \(story.omittedSteps) earlier steps are left out\n" }
        for happened in story.timeline { out += step(happened) }
        for next in story.next { out += entry("next", "\(TimeText.both(next.date, now: now))  \(text(next.sentence))") }
        return out
    }

    private func answer(_ explained: LineStory.ExplainedAnswer) -> String {
        let answer = explained.answer
        let product = TerminalText.plain(answer.productId ?? "unknown product")
        var out = "  \(product): \(EntitlementLines(now: now, style: style).verdict(answer))\n"
        out += entry("because", "\(text(explained.reason))  (rule \(answer.because.rule.rawValue))")
        for fact in explained.facts {
            out += entry("", text(fact.sentence) + InspectedLine.remark(inspected.sources[fact.reference]))
        }
        for flag in explained.flags { out += entry("flagged", "\(text(flag.sentence))  (\(flag.flag.rawValue))") }
        return out
    }

    private func step(_ happened: LineStory.TimelineEntry) -> String {
        let words = happened.sentence.map(text) ?? "Something this program does not know yet"
        var source = happened.isByClock ? "by the clock" : InspectedLine.words(inspected.source(of: happened))
        if let notification = happened.notification {
            let type = notification.type + (notification.subtype.map { "/\($0)" } ?? "")
            source = TerminalText.plain("\(type)  \(notification.uuid)")
            source += InspectedLine.remark(inspected.source(of: happened))
        }
        let time = TimeText.both(happened.date, now: now)
        return "    \(time)  \(words)\n      \(style.paint(source, .faint))\n"
    }

    /// How something came that no notification of the log holds.
    private static func words(_ source: DeliverySource?) -> String {
        switch source {
        case .client: "a client's transaction"
        case .serverAPI: "the Server API"
        case .appStore, .ingest, .history, nil: "a notification that is no longer kept"
        }
    }

    /// Says how something came, where it was not by the usual way.
    private static func remark(_ source: DeliverySource?) -> String {
        switch source {
        case .history: "  (from the notification history)"
        case .serverAPI: "  (from the Server API)"
        case .appStore, .client, .ingest, nil: ""
        }
    }

    private func entry(_ label: String, _ text: String) -> String {
        "  \(label.padded(to: InspectedLine.column))\(text)\n"
    }

    private func text(_ sentence: Sentence) -> String {
        sentence.text(instant: { TimeText.utc($0) }, name: TerminalText.plain)
    }
}
