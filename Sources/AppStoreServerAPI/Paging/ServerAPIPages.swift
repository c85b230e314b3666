internal import AppStoreModels

/// The pages of an answer, each asked for when it is wanted.
///
/// Each page tells where to go on, so that reading can be resumed later. After a fallback to the sandbox the further
/// pages are asked for there.
public struct ServerAPIPages<Page: ServerAPIPage>: AsyncSequence, Sendable {
    /// A page, and where it came from.
    public typealias Element = ServerAPIAnswer<Page>
    /// Why there is no next page though there should be one.
    public typealias Failure = ServerAPIError

    typealias Fetch =
        @Sendable (_ token: String?, _ environment: Environment?) async throws(ServerAPIError)
        -> ServerAPIAnswer<Page>

    let start: String?
    let environment: Environment?
    let fetch: Fetch

    /// Starts at the first page, or where a saved token leads.
    public func makeAsyncIterator() -> Iterator {
        Iterator(token: start, environment: environment, pageGuard: PageGuard(start: start), fetch: fetch)
    }

    /// Walks over the pages.
    public struct Iterator: AsyncIteratorProtocol {
        var token: String?
        var environment: Environment?
        var pageGuard: PageGuard
        let fetch: Fetch
        var isAtEnd = false

        /// Asks for the next page; after an error there is none.
        public mutating func next(
            isolation actor: isolated (any Actor)? = #isolation
        ) async throws(ServerAPIError) -> ServerAPIAnswer<Page>? {
            guard !isAtEnd else { return nil }
            // Whatever is thrown ends the pages.
            isAtEnd = true
            let answer = try await fetch(token, environment)
            if let fault = pageGuard.judge(answer.value) { throw .paging(fault) }
            isAtEnd = !answer.value.hasMore
            token = answer.value.nextToken
            environment = answer.environment
            return answer
        }
    }
}
