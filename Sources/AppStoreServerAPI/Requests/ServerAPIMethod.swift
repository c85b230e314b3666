/// A method of HTTP, as far as the App Store Server API uses them.
public enum ServerAPIMethod: String, Hashable, Sendable {
    case get = "GET"
    case post = "POST"
    case put = "PUT"
    case delete = "DELETE"
}
