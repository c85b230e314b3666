internal import AppStoreModels
internal import StrictJSON

extension AppStoreServerAPIClient {
    /// What opens the signed parts of answers from an environment.
    func reader(_ environment: Environment) -> SignedFieldReader {
        SignedFieldReader(
            verifier: verifier, environment: environment, bundleId: configuration.credentials.bundleId, now: now())
    }

    /// Sends a request and reads its answer as a model.
    func ask<Model: AppStoreObject>(
        _ request: ServerAPIRequest, in environment: Environment? = nil
    ) async throws(ServerAPIError) -> ServerAPIAnswer<Model> {
        let answer = try await send(request, in: environment)
        guard let json = answer.value else { throw .unreadable("the body is empty") }
        do throws(PayloadSchemaError) { return answer.with(try Model(json)) } catch {
            throw .unreadable("\(error)")
        }
    }

    /// Sends a request whose answer has no body.
    func tell(_ request: ServerAPIRequest) async throws(ServerAPIError) -> ServerAPIAnswer<Void> {
        let answer = try await send(request)
        return answer.with(())
    }

    /// Opens something signed.
    func open<Payload>(
        _ body: () throws(SignedFieldFailure) -> Payload
    ) throws(ServerAPIError) -> Payload {
        do throws(SignedFieldFailure) { return try body() } catch { throw .unverified(error) }
    }

    /// Refuses an answer that says itself that it is about something else than was asked.
    func check(
        _ environment: Environment?, _ bundleId: String?, from asked: Environment
    ) throws(ServerAPIError) {
        if let environment, environment != asked { throw .unreadable("environment is not \(asked.rawValue)") }
        if let bundleId, !bundleId.utf8.elementsEqual(configuration.credentials.bundleId.utf8) {
            throw .unreadable("bundleId is another app's")
        }
    }
}
