internal import AppStoreServerAPI

enum ConfigureRealtimeURLOperation: ServerAPIOperation {
    static let url = ArgumentDefinition("URL", isRequired: true, "the https URL, up to 256 characters")

    static let endpoint = ServerAPIEndpoint.configureRealtimeURL
    static let summary = "sets where the App Store asks which retention message to show"
    static let arguments = [url]
    static let example = "https://example.com/retention"

    static func prepare(_ arguments: inout ArgumentReader) -> ServerAPIMaking {
        let url = arguments.word(url) ?? ""
        return { _ throws(ServerAPIError) in try .configureRealtimeURL(realtimeURL: url) }
    }
}

enum DeleteRealtimeURLOperation: ServerAPIOperation {
    static let endpoint = ServerAPIEndpoint.deleteRealtimeURL
    static let summary = "lets the App Store ask nobody which retention message to show"

    static func prepare(_ arguments: inout ArgumentReader) -> ServerAPIMaking {
        { _ throws(ServerAPIError) in try .deleteRealtimeURL() }
    }
}

enum GetRealtimeURLOperation: ServerAPIOperation {
    static let endpoint = ServerAPIEndpoint.getRealtimeURL
    static let summary = "shows where the App Store asks which retention message to show"

    static func prepare(_ arguments: inout ArgumentReader) -> ServerAPIMaking {
        { _ throws(ServerAPIError) in try .getRealtimeURL() }
    }
}

enum InitiatePerformanceTestOperation: ServerAPIOperation {
    static let endpoint = ServerAPIEndpoint.initiatePerformanceTest
    static let summary = "begins a test of how fast the realtime URL answers"
    static let arguments = [ServerAPIArguments.originalTransactionId]
    static let example = "2000000123456789"

    static func prepare(_ arguments: inout ArgumentReader) -> ServerAPIMaking {
        let id = arguments.word(ServerAPIArguments.originalTransactionId) ?? ""
        return { _ throws(ServerAPIError) in try .initiatePerformanceTest(originalTransactionId: id) }
    }
}

enum GetPerformanceTestResultsOperation: ServerAPIOperation {
    static let request = ArgumentDefinition("REQUEST_ID", isRequired: true, "the id that the test was answered with")

    static let endpoint = ServerAPIEndpoint.getPerformanceTestResults
    static let summary = "shows how a performance test went"
    static let arguments = [request]
    static let example = "2b1c9bb5-0f5e-4d3c-9f6a-6c4d5a5f8a11"

    static func prepare(_ arguments: inout ArgumentReader) -> ServerAPIMaking {
        let id = arguments.word(request) ?? ""
        return { _ throws(ServerAPIError) in try .getPerformanceTestResults(requestId: id) }
    }
}
