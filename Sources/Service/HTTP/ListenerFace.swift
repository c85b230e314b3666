internal import HTTPServing

/// What one listener shows: its endpoints, behind the checks that come before them.
struct ListenerFace: Sendable {
    let listener: Listener
    let place: RouterPlace
    let maximumBody: Int
    let metrics: ServiceMetrics
    let work: WorkInProgress
    let log: @Sendable (ServiceEvent) -> Void
    let now: @Sendable () -> Int64

    /// Starts to listen.
    func serve(_ address: ListenAddress, _ limits: ServiceLimits, tls: TLSIdentity?) throws(HTTPServingError)
        -> HTTPServer
    {
        var configuration = HTTPServerConfiguration(address: address)
        configuration.maximumBodyBytes = maximumBody
        configuration.maximumHeaderBytes = limits.maximumHeaderBytes
        configuration.maximumConnections = limits.maximumConnections
        configuration.maximumConnectionsPerAddress = limits.maximumConnectionsPerAddress
        configuration.idleTimeoutSeconds = limits.idleTimeoutSeconds
        configuration.receiveTimeoutSeconds = limits.receiveTimeoutSeconds
        configuration.sendTimeoutSeconds = limits.sendTimeoutSeconds
        configuration.tls = tls
        configuration.refusal = { refuse(Problem($0), peer: nil) }
        configuration.log = { _ in metrics.noteComplaint() }
        return try HTTPServer(configuration: configuration, head: { decide($0) }, handler: { await answer($0) })
    }

    /// Decides on a request before its body is read.
    private func decide(_ head: HTTPRequestHead) -> HTTPHeadDecision {
        do throws(Problem) {
            _ = try place.router.route(Router.Head(head))
            return .accept(maximumBody: maximumBody)
        } catch {
            return .respond(refuse(error, peer: head.peer.description))
        }
    }

    /// Answers a request whose body has been read.
    private func answer(_ request: HTTPRequest) async -> HTTPResponse {
        work.begin()
        defer { work.end() }
        let response: HTTPResponse
        do throws(Problem) {
            let match = try place.router.route(Router.Head(request.head))
            var asked = EndpointRequest(
                values: match.values, body: request.body, peer: request.peerAddress,
                lastEventID: request.head.header("Last-Event-ID"),
                idempotencyKeys: request.head.fields.values("Idempotency-Key"))
            if let known = match.operation.query { asked.query = try QueryParameters(request.query, known: known) }
            response = try await match.endpoint.answer(asked)
        } catch {
            response = error.response
        }
        metrics.noteResponse(listener, status: response.status)
        return finished(response)
    }

    private func refuse(_ problem: Problem, peer: String?) -> HTTPResponse {
        metrics.noteResponse(listener, status: problem.status)
        if listener == .open {
            metrics.noteRefusal()
            log(.refused(RefusalEvent(at: now(), status: problem.status, code: problem.code, peer: peer)))
        }
        return finished(problem.response)
    }

    /// Answers about customers stay out of every cache, and no browser guesses at their type.
    private func finished(_ response: HTTPResponse) -> HTTPResponse {
        guard listener == .closed else { return response }
        var response = response
        response.fields.append("Cache-Control", "no-store")
        response.fields.append("X-Content-Type-Options", "nosniff")
        return response
    }
}
