public import AppStoreModels

/// What an auto-renewable subscription has beside what every product has.
public struct ConfiguredSubscription: Hashable, Sendable {
    /// The id of its group.
    public var groupID: String
    /// Its service level inside the group: 1 is the highest, equal numbers are equal levels.
    public var level: Int
    /// How long one period is.
    public var period: CalendarDuration
    /// Offers for those who never had a subscription of the group; files before version 5 have one at most.
    public var introductoryOffers: [ConfiguredOffer]
    /// Offers that the developer signs.
    public var promotionalOffers: [ConfiguredOffer]
    /// Offers by a code.
    public var offerCodes: [ConfiguredOffer]
    /// Offers for those whose subscription ended.
    public var winBackOffers: [ConfiguredOffer]
    /// How it can be paid; empty before version 5.
    public var billingPlans: [ConfiguredBillingPlan]

    /// Puts a subscription together.
    public init(
        groupID: String, level: Int = 1, period: CalendarDuration, introductoryOffers: [ConfiguredOffer] = [],
        promotionalOffers: [ConfiguredOffer] = [], offerCodes: [ConfiguredOffer] = [],
        winBackOffers: [ConfiguredOffer] = [], billingPlans: [ConfiguredBillingPlan] = []
    ) {
        self.groupID = groupID
        self.level = level
        self.period = period
        self.introductoryOffers = introductoryOffers
        self.promotionalOffers = promotionalOffers
        self.offerCodes = offerCodes
        self.winBackOffers = winBackOffers
        self.billingPlans = billingPlans
    }

    /// All offers: introductory, promotional, codes, win-back.
    public var offers: [ConfiguredOffer] { introductoryOffers + promotionalOffers + offerCodes + winBackOffers }
}
