internal import AppStoreServerAPI
internal import HTTPClient

/// Asks a public address as the App Store would, with nothing in the request.
struct ListenerProbe {
    /// The address, with the service's path where it has none.
    let url: String
    private let timeout: Int

    init(url: String, timeout: Int) {
        self.url = ListenerProbe.completed(url)
        self.timeout = timeout
    }

    /// Sends an empty notification.
    func ask(now: @Sendable () -> Int64) async -> (outcome: ListenerFindings.Outcome, skew: ClockSkew?) {
        let sent = now()
        do throws(HTTPClientError) {
            let client = try WebClient(ClientConfiguration(userAgent: "storekeeper/\(Product.version)"))
            let response: ClientResponse
            do throws(HTTPClientError) { response = try await client.send(request) } catch {
                await client.close()
                throw error
            }
            await client.close()
            let skew = ClockSkew(date: response.field("Date"), sent: sent, received: now())
            let answer = ListenerFindings.Answer(
                status: response.status, contentType: response.field("Content-Type"),
                location: response.field("Location"), body: response.body, duration: response.timings.total,
                isPublic: response.peer?.isPublic ?? true)
            return (.answered(answer), skew)
        } catch {
            return (.failed(error), nil)
        }
    }

    private var request: ClientRequest {
        var request = ClientRequest("POST", url, fields: [ClientField("Content-Type", "application/json")])
        request.totalTimeout = timeout
        request.connectTimeout = timeout
        request.maximumBody = 64 * 1024
        request.cutsLongBody = true
        return request
    }

    /// An address without a path gets that of the service.
    private static func completed(_ url: String) -> String {
        guard let scheme = url.firstRange(of: "://") else { return url }
        let rest = url[scheme.upperBound...]
        if rest.isEmpty || rest.contains("?") { return url }
        guard let slash = rest.firstIndex(of: "/") else { return url + "/v1/notifications" }
        return rest.index(after: slash) == rest.endIndex ? url + "v1/notifications" : url
    }
}
