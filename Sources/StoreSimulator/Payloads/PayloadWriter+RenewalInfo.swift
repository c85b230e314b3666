internal import AppStoreModels

extension PayloadWriter {
    func write(_ renewalInfo: SimulatedRenewalInfo, signedDate: Int64, into buffer: inout PayloadBuffer) {
        let fraction = isXcode ? MillisecondFraction(of: Int64(renewalInfo.originalID)) : .none
        buffer.object { out in
            out.integer("expirationIntent", renewalInfo.expirationIntent?.rawValue)
            out.identifier("originalTransactionId", renewalInfo.originalID)
            out.string("autoRenewProductId", renewalInfo.autoRenewProductID)
            out.string("productId", renewalInfo.productID)
            out.integer(
                "autoRenewStatus", (renewalInfo.autoRenews ? AutoRenewStatus.on : AutoRenewStatus.off).rawValue)
            // A subscription that runs as it should says nothing of retries; one that ended says that they are over.
            if renewalInfo.isInBillingRetryPeriod || renewalInfo.expirationIntent != nil {
                out.boolean("isInBillingRetryPeriod", renewalInfo.isInBillingRetryPeriod)
            }
            out.integer("priceIncreaseStatus", renewalInfo.priceIncreaseStatus?.rawValue)
            out.moment("gracePeriodExpiresDate", renewalInfo.gracePeriodExpiresDate, fraction)
            out.integer("offerType", renewalInfo.offer?.type.rawValue)
            out.string("offerIdentifier", renewalInfo.offer?.identifier)
            if hasLaterFields, let price = renewalInfo.renewalPrice {
                out.integer("renewalPrice", price)
                out.string("currency", renewalInfo.currency)
            }
            out.moment("signedDate", signedDate, isXcode ? MillisecondFraction(of: signedDate) : .none)
            out.string("environment", app.environment.rawValue)
            out.moment("recentSubscriptionStartDate", renewalInfo.recentSubscriptionStartDate, fraction)
            out.moment("renewalDate", renewalInfo.renewalDate, fraction)
            if hasLaterFields {
                out.string("offerDiscountType", renewalInfo.offer?.discountType.rawValue)
                out.strings("eligibleWinBackOfferIds", renewalInfo.eligibleWinBackOfferIDs)
                out.string("appTransactionId", renewalInfo.appTransactionID)
                out.string("offerPeriod", renewalInfo.offer?.period)
                out.string("appAccountToken", renewalInfo.appAccountToken)
            }
            write(renewalInfo.advancedCommerce, of: renewalInfo, into: &out)
            if isXcode { writeDeviceVerification(of: "renewal info \(renewalInfo.originalID)", into: &out) }
        }
    }

    private func write(
        _ details: AdvancedCommerceDetails?, of renewalInfo: SimulatedRenewalInfo, into out: inout PayloadBuffer
    ) {
        guard let details else { return }
        out.object("advancedCommerceInfo") { out in
            writeDescriptors(details, into: &out)
            out.arrayOfOne("items") { out in
                out.string("SKU", renewalInfo.autoRenewProductID)
                out.string("description", details.description)
                out.string("displayName", details.displayName)
                out.integer("price", renewalInfo.renewalPrice)
                guard let price = details.pendingPrice else { return }
                out.object("priceIncreaseInfo") { out in
                    out.integer("price", price)
                    out.string("status", PayloadWriter.status(renewalInfo.priceIncreaseStatus).rawValue)
                }
            }
        }
    }

    /// Where an item's price increase stands: one that nobody was asked about yet is scheduled.
    private static func status(_ status: PriceIncreaseStatus?) -> AdvancedCommercePriceIncreaseStatus {
        switch status {
        case .pending?: .pending
        case .agreed?: .accepted
        default: .scheduled
        }
    }
}
