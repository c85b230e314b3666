internal import AppStoreModels
internal import StrictJSON

/// Reads what came over the wire.
enum ResponseReading {
    /// The object in the body of a success; `nil` where the body is empty.
    static func json(_ body: [UInt8]) throws(ServerAPIError) -> JSONNode? {
        guard body.contains(where: { ![0x20, 0x09, 0x0A, 0x0D].contains($0) }) else { return nil }
        let root: JSONNode
        do throws(JSONError) { root = try JSONDocument(parsing: body).root } catch {
            throw .unreadable("the body is not acceptable JSON: \(error)")
        }
        return root
    }

    /// What a status that is no success says.
    static func refusal(
        _ response: ServerAPITransportResponse, environment: Environment, skew: ClockSkew?, now: Int64
    ) -> ServerAPIRefusal {
        let json = try? JSONDocument(parsing: response.body).root
        let code = json?["errorCode"]?.number?.integer.flatMap { Int(exactly: $0) }
        return ServerAPIRefusal(
            status: response.status, code: code.map { ServerAPIErrorCode(rawValue: $0) },
            message: json?["errorMessage"]?.string ?? "",
            retryAfter: RetryAfter.milliseconds(response.field("Retry-After"), now: now), environments: [environment],
            clockSkew: skew)
    }
}
