// swift-tools-version: 6.2
import PackageDescription

/// The same settings for every Swift target.
let settings: [SwiftSetting] = [
    .swiftLanguageMode(.v6),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
    .strictMemorySafety(),
]

/// A Swift target with one reason to exist; `imports` is all it may import beside the toolchain's own modules.
func library(_ name: String, imports: [Target.Dependency] = []) -> Target {
    .target(name: name, dependencies: imports, swiftSettings: settings)
}

func tests(_ name: String, imports: [Target.Dependency] = []) -> Target {
    .testTarget(name: name, dependencies: imports + ["TestSupport"], swiftSettings: settings)
}

let package = Package(
    name: "storekeeper",
    products: [
        .library(name: "JWS", targets: ["JWS"]),
        .library(name: "AppStoreModels", targets: ["AppStoreModels"]),
        .library(name: "AppStoreVerification", targets: ["AppStoreVerification"]),
        .library(name: "Entitlements", targets: ["Entitlements"]),
        .library(name: "AppStoreServerAPI", targets: ["AppStoreServerAPI"]),
        .library(name: "StoreSimulator", targets: ["StoreSimulator"]),
        .library(name: "StoreCore", targets: ["StoreCore"]),
        .library(name: "StoreCoreHTTP", targets: ["StoreCoreHTTP"]),
        .library(name: "StoreCoreSimulator", targets: ["StoreCoreSimulator"]),
        .executable(name: "storekeeper", targets: ["storekeeper"]),
    ],
    targets: [
        // C libraries from Debian, each behind one module map and one shim.
        .systemLibrary(name: "COpenSSL", pkgConfig: "openssl", providers: [.apt(["libssl-dev"])]),
        .systemLibrary(name: "CSQLite", pkgConfig: "sqlite3", providers: [.apt(["libsqlite3-dev"])]),
        .systemLibrary(name: "CPostgreSQL", pkgConfig: "libpq", providers: [.apt(["libpq-dev"])]),
        .systemLibrary(name: "CMicroHTTPD", pkgConfig: "libmicrohttpd", providers: [.apt(["libmicrohttpd-dev"])]),
        .systemLibrary(name: "CCurl", pkgConfig: "libcurl", providers: [.apt(["libcurl4-openssl-dev"])]),
        .target(
            name: "CSimdjson",
            cxxSettings: [.unsafeFlags(["-std=c++17"])],
            linkerSettings: [.linkedLibrary("simdjson"), .linkedLibrary("stdc++")]
        ),

        // Syntax and cryptography.
        library("StrictJSON", imports: ["CSimdjson"]),
        library("OpenSSLCrypto", imports: ["COpenSSL"]),
        library("JWS", imports: ["OpenSSLCrypto", "StrictJSON"]),

        // The App Store's words, and trust in them.
        library("AppStoreModels", imports: ["StrictJSON"]),
        library(
            "AppStoreVerification", imports: ["OpenSSLCrypto", "JWS", "AppStoreModels", "StrictJSON"]),

        // A store to test with.
        library("StoreKitConfiguration", imports: ["AppStoreModels", "StrictJSON"]),

        // Facts and answers: pure.
        library("Entitlements", imports: ["AppStoreModels", "StrictJSON"]),

        // Edges.
        library("EntitlementStorage", imports: ["Entitlements", "StrictJSON"]),
        library("SQLiteStorage", imports: ["EntitlementStorage", "Entitlements", "CSQLite"]),
        library("PostgreSQLStorage", imports: ["EntitlementStorage", "Entitlements", "CPostgreSQL"]),
        library("StoreSelection", imports: ["EntitlementStorage", "SQLiteStorage", "PostgreSQLStorage"]),
        library("HTTPServing", imports: ["CMicroHTTPD"]),
        library("HTTPClient", imports: ["CCurl"]),
        library(
            "AppStoreServerAPI",
            imports: [
                "AppStoreModels", "AppStoreVerification", "HTTPClient", "JWS", "OpenSSLCrypto", "StrictJSON",
            ]),
        library(
            "NotificationProcessing",
            imports: [
                "AppStoreVerification", "AppStoreModels", "Entitlements", "EntitlementStorage", "HTTPClient", "JWS",
                "OpenSSLCrypto", "StrictJSON",
            ]),
        library(
            "Reconciliation",
            imports: [
                "AppStoreServerAPI", "AppStoreVerification", "AppStoreModels", "Entitlements", "EntitlementStorage",
                "NotificationProcessing",
            ]),
        library(
            "WebhookDelivery",
            imports: [
                "AppStoreModels", "Entitlements", "EntitlementStorage", "HTTPClient", "JWS", "OpenSSLCrypto",
                "StrictJSON",
            ]),
        // The App Store in a box.
        library(
            "StoreSimulator",
            imports: [
                "StoreKitConfiguration", "AppStoreModels", "HTTPClient", "OpenSSLCrypto", "JWS", "StrictJSON",
            ]),

        library("SimulatorHistories", imports: ["StoreSimulator", "AppStoreModels"]),
        library(
            "SimulatorScenarios",
            imports: [
                "StoreSimulator", "StoreKitConfiguration", "AppStoreModels", "JWS", "OpenSSLCrypto", "StrictJSON",
            ]),
        library(
            "SimulatorService",
            imports: ["StoreSimulator", "AppStoreModels", "HTTPServing", "JWS", "OpenSSLCrypto", "StrictJSON"]),

        // Purchase logic for apps.
        library("StoreCore"),
        library("StoreCoreHTTP", imports: ["StoreCore", "HTTPClient", "StrictJSON"]),
        library(
            "StoreCoreSimulator",
            imports: ["StoreCore", "StoreSimulator", "StoreKitConfiguration", "AppStoreModels"]),

        library(
            "Service",
            imports: [
                "NotificationProcessing", "Reconciliation", "AppStoreServerAPI", "AppStoreVerification",
                "AppStoreModels", "Entitlements",
                "EntitlementStorage", "StoreSelection", "WebhookDelivery", "HTTPClient", "HTTPServing", "JWS",
                "OpenSSLCrypto", "StrictJSON",
            ]),
        library(
            "CommandLineTool",
            imports: [
                "AppStoreServerAPI", "Reconciliation", "Service", "NotificationProcessing", "AppStoreVerification",
                "AppStoreModels", "Entitlements", "EntitlementStorage", "StoreSelection", "SimulatorHistories",
                "SimulatorScenarios", "SimulatorService",
                "StoreSimulator", "StoreKitConfiguration", "WebhookDelivery", "HTTPClient", "JWS", "OpenSSLCrypto",
                "StrictJSON",
            ]),
        .executableTarget(name: "storekeeper", dependencies: ["CommandLineTool"], swiftSettings: settings),
        .executableTarget(
            name: "storekeeper-benchmark",
            dependencies: [
                "NotificationProcessing", "AppStoreVerification", "AppStoreModels", "EntitlementStorage",
                "SQLiteStorage", "PostgreSQLStorage", "StoreSimulator", "HTTPClient", "JWS", "OpenSSLCrypto",
                "StrictJSON",
            ],
            path: "Sources/Benchmark", swiftSettings: settings),

        // Tests.
        .target(
            name: "TestSupport",
            dependencies: [
                "StrictJSON", "OpenSSLCrypto", "JWS", "EntitlementStorage", "HTTPServing", "PostgreSQLStorage",
                "Entitlements",
            ],
            path: "Tests/TestSupport", swiftSettings: settings),
        tests("StrictJSONTests", imports: ["StrictJSON"]),
        tests("OpenSSLCryptoTests", imports: ["OpenSSLCrypto", "StrictJSON"]),
        tests("JWSTests", imports: ["JWS", "OpenSSLCrypto", "StrictJSON"]),
        tests("AppStoreModelsTests", imports: ["AppStoreModels", "StrictJSON"]),
        tests(
            "AppStoreVerificationTests",
            imports: ["AppStoreVerification", "AppStoreModels", "JWS", "OpenSSLCrypto", "StrictJSON"]),
        tests("StoreKitConfigurationTests", imports: ["StoreKitConfiguration", "AppStoreModels", "StrictJSON"]),
        tests("EntitlementsTests", imports: ["Entitlements", "AppStoreModels", "StrictJSON"]),
        tests(
            "StorageTests",
            imports: [
                "EntitlementStorage", "SQLiteStorage", "PostgreSQLStorage", "StoreSelection", "Entitlements",
                "OpenSSLCrypto", "StrictJSON",
            ]),
        tests(
            "StoreSimulatorTests",
            imports: [
                "StoreSimulator", "SimulatorHistories", "StoreKitConfiguration", "NotificationProcessing",
                "AppStoreVerification", "EntitlementStorage", "Entitlements", "AppStoreModels", "JWS",
                "OpenSSLCrypto", "StrictJSON",
            ]),
        tests(
            "SimulatorScenariosTests",
            imports: [
                "SimulatorScenarios", "StoreSimulator", "StoreKitConfiguration", "AppStoreModels", "JWS",
                "OpenSSLCrypto", "StrictJSON",
            ]),
        tests(
            "SimulatorServiceTests",
            imports: [
                "SimulatorService", "StoreSimulator", "AppStoreModels", "HTTPServing", "JWS",
                "OpenSSLCrypto", "StrictJSON",
            ]),
        tests(
            "AppStoreServerAPITests",
            imports: [
                "AppStoreServerAPI", "AppStoreModels", "AppStoreVerification", "SimulatorService", "StoreSimulator",
                "HTTPServing", "JWS", "OpenSSLCrypto", "StrictJSON",
            ]),
        tests(
            "ReconciliationTests",
            imports: ["Reconciliation", "AppStoreModels", "Entitlements", "NotificationProcessing", "StrictJSON"]),
        tests(
            "StoreCoreTests",
            imports: [
                "StoreCore", "StoreCoreHTTP", "StoreCoreSimulator", "StoreSimulator", "AppStoreModels", "Service",
                "AppStoreVerification", "EntitlementStorage", "OpenSSLCrypto", "StrictJSON",
            ]),
        tests("HTTPServingTests", imports: ["HTTPServing", "OpenSSLCrypto"]),
        tests("HTTPClientTests", imports: ["HTTPClient", "HTTPServing", "OpenSSLCrypto"]),
        tests(
            "NotificationProcessingTests",
            imports: [
                "NotificationProcessing", "AppStoreVerification", "AppStoreModels", "Entitlements",
                "EntitlementStorage", "SQLiteStorage", "PostgreSQLStorage", "JWS", "OpenSSLCrypto", "StrictJSON",
            ]),
        tests(
            "WebhookDeliveryTests",
            imports: [
                "WebhookDelivery", "Entitlements", "EntitlementStorage", "SQLiteStorage", "PostgreSQLStorage",
                "HTTPClient", "HTTPServing", "JWS", "OpenSSLCrypto", "StrictJSON",
            ]),
        tests(
            "ServiceTests",
            imports: [
                "Service", "NotificationProcessing", "AppStoreServerAPI", "AppStoreVerification", "AppStoreModels",
                "Entitlements", "SimulatorService", "StoreSimulator",
                "EntitlementStorage", "SQLiteStorage", "WebhookDelivery", "HTTPServing", "JWS", "OpenSSLCrypto",
                "StrictJSON",
            ]),
        tests(
            "CommandLineToolTests",
            imports: [
                "CommandLineTool", "AppStoreServerAPI", "Service", "SimulatorScenarios", "SimulatorService",
                "StoreSimulator", "AppStoreVerification", "AppStoreModels", "EntitlementStorage", "HTTPClient",
                "HTTPServing", "JWS", "OpenSSLCrypto", "StrictJSON",
            ]),
        tests(
            "IntegrationTests",
            imports: [
                "SimulatorHistories", "StoreSimulator", "NotificationProcessing", "AppStoreVerification",
                "AppStoreModels", "Entitlements", "EntitlementStorage", "SQLiteStorage", "PostgreSQLStorage", "JWS",
                "OpenSSLCrypto", "StrictJSON", "storekeeper",
            ]),
    ]
)
