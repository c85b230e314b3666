internal import AppStoreModels
internal import HTTPClient
internal import SimulatorScenarios
internal import StoreSimulator
internal import StrictJSON

/// Posts the notifications of a scenario to a server, and asks the private listener of a running `serve`.
final class ServerReceiver: ScenarioReceiver {
    private let url: String
    private let question: String?
    private let client: WebClient

    /// - Parameters:
    ///   - url: Where notifications are posted.
    ///   - question: The root of the private listener; `nil` when nobody is to be asked.
    /// - Throws: A defect, when there can be no client.
    init(posting url: String, asking question: String?) throws(CommandError) {
        self.url = url
        self.question = question.map { $0.hasSuffix("/") ? String($0.dropLast()) : $0 }
        do throws(HTTPClientError) {
            client = try WebClient(ClientConfiguration(userAgent: "App Store Server Notifications (simulated)"))
        } catch {
            throw .defect(Problem("cannot post: \(error)"))
        }
    }

    var answersQuestions: Bool { question != nil }

    /// Ends all connections.
    func close() async { await client.close() }

    func receive(_ body: [UInt8]) async -> ScenarioReceipt {
        var request = ClientRequest(
            "POST", url, fields: [ClientField("Content-Type", "application/json")], body: body)
        request.cutsLongBody = true
        do throws(HTTPClientError) {
            let response = try await client.send(request)
            // Storekeeper says what became of it; other servers need not.
            let outcome = (try? JSONDocument(parsing: response.body))?.root["outcome"]?.string
            let answer = "\(response.status)" + (outcome.map { " \(TerminalText.plain(String($0.prefix(20))))" } ?? "")
            return ScenarioReceipt(
                result: DeliveryRules.isSuccess(status: response.status) ? .success : .unsuccessfulHTTPResponseCode,
                answer: answer, milliseconds: Int64(response.timings.total / 1000))
        } catch {
            return ScenarioReceipt(result: SendAttemptResult(error), answer: error.description)
        }
    }

    func entitlements(
        ofCustomer id: String, environment: String, at date: Int64
    ) async throws(ScenarioFailure) -> [UInt8]? {
        guard let question else { return nil }
        // The id is a number of the simulator's own making, and needs no escaping.
        let target = "\(question)/v1/customers/\(id)/entitlements?at=\(date)&environment=\(environment)"
        let response: ClientResponse
        do throws(HTTPClientError) {
            response = try await client.send(ClientRequest("GET", target))
        } catch {
            throw .receiver("cannot ask \(question): \(error)")
        }
        switch response.status {
        case 200: return response.body
        case 404: return nil
        default: throw .answer("\(question) answered \(response.status)")
        }
    }
}
