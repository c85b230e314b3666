internal import AppStoreModels

extension PayloadWriter {
    func write(_ download: SimulatedAppTransaction, signedDate: Int64, into buffer: inout PayloadBuffer) {
        let isProduction = app.environment == .production
        let fraction = isXcode ? MillisecondFraction(of: signedDate) : .none
        buffer.object { out in
            out.string("receiptType", app.environment.rawValue)
            if isProduction { out.integer("appAppleId", app.appAppleId) }
            out.string("bundleId", app.bundleId)
            out.string("applicationVersion", app.bundleVersion)
            if isProduction { out.integer("versionExternalIdentifier", settings.versionExternalIdentifier) }
            out.moment("receiptCreationDate", signedDate, fraction)
            if isXcode { out.moment("requestDate", signedDate, fraction) }
            out.moment("originalPurchaseDate", originalPurchaseDate(of: download))
            out.string("originalApplicationVersion", originalApplicationVersion(of: download))
            if isXcode { writeDeviceVerification(of: "app transaction \(download.id)", into: &out) }
            if hasLaterFields {
                out.string("appTransactionId", download.id)
                out.string("originalPlatform", download.originalPlatform.rawValue)
            }
        }
    }

    /// Outside Production nobody bought the app: Apple writes the same date for everyone there.
    private func originalPurchaseDate(of download: SimulatedAppTransaction) -> Int64 {
        switch app.environment {
        case .sandbox: 1_375_340_400_000  // 2013-08-01T07:00:00Z
        case .xcode: -62_135_769_600_000  // In the year 1.
        default: download.originalPurchaseDate
        }
    }

    private func originalApplicationVersion(of download: SimulatedAppTransaction) -> String {
        app.environment == .sandbox ? "1.0" : download.originalApplicationVersion
    }
}
