internal import AppStoreModels
internal import AppStoreServerAPI

enum SendConsumptionInformationOperation: ServerAPIOperation {
    static let consented = FlagDefinition.toggle(
        "customer-consented", "says that the customer consented; without it nothing may be sent")
    static let sample = FlagDefinition.toggle("sample-content", "a sample was to be had before the purchase")
    static let delivery = FlagDefinition.value(
        "delivery", "STATUS", choices: DeliveryStatus.known.map(\.rawValue), isRequired: true,
        "whether what was bought was delivered")
    static let percentage = FlagDefinition.value(
        "percentage", "N", "how much was used, in thousandths of a per cent, from 0 to 100000")
    static let preference = FlagDefinition.value(
        "refund", "PREFERENCE", choices: RefundPreference.known.map(\.rawValue), "what the request should end in")

    static let endpoint = ServerAPIEndpoint.sendConsumptionInformation
    static let summary = "tells how a purchase was used whose refund a customer asks for"
    static let arguments = [ServerAPIArguments.transactionId]
    static let flags = [consented, sample, delivery, percentage, preference]
    static let example = "2000000123456789 --customer-consented --delivery DELIVERED --percentage 50000"

    static func prepare(_ arguments: inout ArgumentReader) -> ServerAPIMaking {
        let id = arguments.word(ServerAPIArguments.transactionId) ?? ""
        noteConsent(&arguments, consented)
        var request = ConsumptionRequest(
            sampleContentProvided: arguments.isSet(sample),
            deliveryStatus: DeliveryStatus(rawValue: arguments.text(delivery) ?? ""))
        request.consumptionPercentage = arguments.integer(percentage, in: 0...100_000)
        request.refundPreference = arguments.text(preference).map { RefundPreference(rawValue: $0) }
        return { [request] _ throws(ServerAPIError) in try .sendConsumptionInformation(transactionId: id, request) }
    }

    /// Without consent the App Store wants no call at all.
    static func noteConsent(_ arguments: inout ArgumentReader, _ flag: FlagDefinition) {
        guard !arguments.isSet(flag) else { return }
        arguments.note(
            Problem("\(flag.dashed) is missing", hint: "without the customer's consent, send nothing at all"))
    }
}

enum SendConsumptionInformationV1Operation: ServerAPIOperation {
    private static func number(_ name: String, _ greatest: Int, _ summary: String) -> FlagDefinition {
        .value(name, "N", choices: (0...greatest).map { String($0) }, "\(summary); 0 says nothing")
    }

    static let consented = SendConsumptionInformationOperation.consented
    static let sample = SendConsumptionInformationOperation.sample
    static let account = FlagDefinition.value("account", "UUID", "the customer, as your server knows them")
    static let delivery = FlagDefinition.value(
        "delivery", "N", choices: DeliveryStatusV1.known.map { String($0.rawValue) }, isRequired: true,
        "0 delivered, 1 faulty, 2 the wrong item, 3 server down, 4 currency changed, 5 another reason")
    static let tenure = number("account-tenure", 7, "how old the account is")
    static let consumption = number("consumption", 3, "how much was used")
    static let purchased = number("lifetime-purchased", 7, "what was spent in all")
    static let refunded = number("lifetime-refunded", 7, "what was paid back in all")
    static let platform = number("platform", 2, "where it was used")
    static let playTime = number("play-time", 7, "how long the app was used")
    static let user = number("user-status", 4, "how the account stands")
    static let preference = number("refund", 3, "what the request should end in")

    static let endpoint = ServerAPIEndpoint.sendConsumptionInformationV1
    static let summary = "tells how a purchase was used, by the first version of the operation"
    static let arguments = [ServerAPIArguments.transactionId]
    static let flags = [
        consented, sample, account, delivery, tenure, consumption, purchased, refunded, platform, playTime, user,
        preference,
    ]
    static let example = "2000000123456789 --customer-consented --delivery 0 --consumption 3"

    static func prepare(_ arguments: inout ArgumentReader) -> ServerAPIMaking {
        let id = arguments.word(ServerAPIArguments.transactionId) ?? ""
        SendConsumptionInformationOperation.noteConsent(&arguments, consented)
        func value(_ flag: FlagDefinition) -> Int { arguments.text(flag).flatMap { Int($0) } ?? 0 }
        var request = ConsumptionRequestV1(
            sampleContentProvided: arguments.isSet(sample),
            deliveryStatus: DeliveryStatusV1(rawValue: value(delivery)))
        request.appAccountToken = arguments.text(account) ?? ""
        request.accountTenure = AccountTenure(rawValue: value(tenure))
        request.consumptionStatus = ConsumptionStatus(rawValue: value(consumption))
        request.lifetimeDollarsPurchased = LifetimeDollarsPurchased(rawValue: value(purchased))
        request.lifetimeDollarsRefunded = LifetimeDollarsRefunded(rawValue: value(refunded))
        request.platform = Platform(rawValue: value(platform))
        request.playTime = PlayTime(rawValue: value(playTime))
        request.userStatus = UserStatus(rawValue: value(user))
        if arguments.isSet(preference) { request.refundPreference = RefundPreferenceV1(rawValue: value(preference)) }
        return { [request] _ throws(ServerAPIError) in try .sendConsumptionInformationV1(transactionId: id, request) }
    }
}
