internal import EntitlementStorage
internal import HTTPClient
internal import NotificationProcessing
internal import StrictJSON

/// Sends stored bodies to a URL once more, a few at a time, each once.
struct RepostRun {
    /// How many in a row may stay without an answer before the rest is not tried.
    static let patience = 10

    let url: String
    let concurrency: Int
    let post: @Sendable (ClientRequest) async throws(HTTPClientError) -> ClientResponse

    /// What came of one body.
    enum Answer: Hashable, Sendable {
        case status(Int)
        case none(String)

        var isTaken: Bool {
            if case .status(let status) = self { (200...299).contains(status) } else { false }
        }
    }

    /// Sends a page of bodies, and gives the answers in its order.
    ///
    /// What comes after `patience` bodies in a row without an answer is left out.
    func send(_ page: [StoredInputs.Stored], unanswered: inout Int) async -> [(StoredInputs.Stored, Answer)] {
        var rest = page.compactMap { stored in stored.input.map { (stored, RepostRun.body(of: $0)) } }[...]
        var answers: [(StoredInputs.Stored, Answer)] = []
        while !rest.isEmpty, unanswered < RepostRun.patience {
            // A step at a time, so that what was sent is always a whole beginning of what is to be sent.
            let step = Array(rest.prefix(concurrency))
            rest = rest.dropFirst(step.count)
            let results = await withTaskGroup(of: (Int, Answer).self) { group in
                for (index, (_, body)) in step.enumerated() { group.addTask { (index, await send(body)) } }
                var results = Array(repeating: Answer.none(""), count: step.count)
                for await (index, answer) in group { results[index] = answer }
                return results
            }
            for ((stored, _), answer) in zip(step, results) {
                answers.append((stored, answer))
                if case .none = answer { unanswered += 1 } else { unanswered = 0 }
            }
        }
        return answers
    }

    private func send(_ body: [UInt8]) async -> Answer {
        var request = ClientRequest(
            "POST", url, fields: [ClientField("Content-Type", "application/json")], body: body)
        request.maximumBody = 4096
        request.cutsLongBody = true
        do throws(HTTPClientError) { return .status(try await post(request).status) } catch { return .none("\(error)") }
    }

    /// The body as it came, or as the App Store sends it.
    static func body(of input: ArrivedInput) -> [UInt8] {
        switch input.content {
        case .body(let body): body
        case .notification(let jws), .transaction(let jws), .renewalInfo(let jws, _), .appTransaction(let jws):
            JSONWriter().bytes(["signedPayload": .string(String(decoding: jws, as: UTF8.self))])
        }
    }
}
