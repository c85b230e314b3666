internal import AppStoreModels

extension PayloadWriter {
    func write(_ transaction: SimulatedTransaction, signedDate: Int64, into buffer: inout PayloadBuffer) {
        let fraction = isXcode ? MillisecondFraction(of: Int64(transaction.originalID)) : .none
        buffer.object { out in
            out.identifier("transactionId", transaction.id)
            out.identifier("originalTransactionId", transaction.originalID)
            out.identifier("previousOriginalTransactionId", transaction.previousOriginalID)
            out.identifier("webOrderLineItemId", transaction.webOrderLineItemID)
            out.string("bundleId", app.bundleId)
            out.string("productId", transaction.productID)
            out.string("subscriptionGroupIdentifier", transaction.subscriptionGroupID)
            out.moment("purchaseDate", transaction.purchaseDate, fraction)
            out.moment("originalPurchaseDate", transaction.originalPurchaseDate, fraction)
            out.moment("expiresDate", transaction.expiresDate, fraction)
            out.integer("quantity", transaction.quantity)
            out.string("type", transaction.productType.rawValue)
            out.string("appAccountToken", transaction.appAccountToken)
            out.string("inAppOwnershipType", transaction.ownership.rawValue)
            out.moment("signedDate", signedDate, isXcode ? MillisecondFraction(of: signedDate) : .none)
            write(transaction.revocation, of: transaction, fraction, into: &out)
            // The App Store names it only where it is true, Xcode always.
            if transaction.isUpgraded || isXcode { out.boolean("isUpgraded", transaction.isUpgraded) }
            out.integer("offerType", transaction.offer?.type.rawValue)
            out.string("offerIdentifier", transaction.offer?.identifier)
            out.string("environment", app.environment.rawValue)
            out.string("transactionReason", transaction.reason.rawValue)
            out.string("storefront", transaction.storefront.countryCode)
            out.string("storefrontId", transaction.storefront.identifier)
            if hasLaterFields {
                out.integer("price", transaction.price)
                out.string("currency", transaction.storefront.currency)
                out.string("offerDiscountType", transaction.offer?.discountType.rawValue)
                out.string("appTransactionId", transaction.appTransactionID)
                out.string("offerPeriod", transaction.offer?.period)
            }
            write(transaction.advancedCommerce, of: transaction, into: &out)
            if isXcode { writeDeviceVerification(of: "transaction \(transaction.id)", into: &out) }
        }
    }

    private func write(
        _ revocation: Revocation?, of transaction: SimulatedTransaction, _ fraction: MillisecondFraction,
        into out: inout PayloadBuffer
    ) {
        guard let revocation else { return }
        out.integer("revocationReason", revocation.reason.rawValue)
        out.moment("revocationDate", revocation.date, fraction)
        out.string("revocationType", revocation.type?.rawValue)
        // Advanced Commerce states the share per item, as an amount.
        if transaction.advancedCommerce == nil { out.integer("revocationPercentage", revocation.percentage) }
    }

    private func write(
        _ details: AdvancedCommerceDetails?, of transaction: SimulatedTransaction, into out: inout PayloadBuffer
    ) {
        guard let details else { return }
        out.object("advancedCommerceInfo") { out in
            writeDescriptors(details, into: &out)
            out.arrayOfOne("items") { out in
                out.string("SKU", transaction.productID)
                out.string("description", details.description)
                out.string("displayName", details.displayName)
                out.integer("price", transaction.price)
                guard let revocation = transaction.revocation else { return }
                out.arrayOfOne("refunds") { out in
                    out.integer("refundAmount", PayloadWriter.share(revocation.percentage, of: transaction.price))
                    out.moment("refundDate", revocation.date)
                    let isProrated = revocation.type == .refundProrated
                    let type: AdvancedCommerceRefundType = isProrated ? .prorated : .full
                    out.string("refundType", type.rawValue)
                }
                out.moment("revocationDate", revocation.date)
            }
        }
    }

    func writeDescriptors(_ details: AdvancedCommerceDetails, into out: inout PayloadBuffer) {
        out.object("descriptors") { out in
            out.string("description", details.description)
            out.string("displayName", details.displayName)
        }
    }

    /// A share, in thousandths of a per cent, of an amount; whole, and never too large to be counted.
    private static func share(_ percentage: Int?, of price: Int64) -> Int64 {
        let whole: Int64 = 100_000
        let share = Int64(min(max(percentage ?? Int(whole), 0), Int(whole)))
        return price / whole * share + price % whole * share / whole
    }

    func writeDeviceVerification(of subject: String, into out: inout PayloadBuffer) {
        let verification = DeviceVerification(of: subject, deviceID: settings.deviceVerificationID)
        out.string("deviceVerification", verification.value)
        out.string("deviceVerificationNonce", verification.nonce)
    }
}
