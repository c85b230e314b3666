/// The words and flags that several operations of the App Store Server API take.
enum ServerAPIArguments {
    static let transactionId = ArgumentDefinition("TRANSACTION_ID", isRequired: true, "the id of a transaction")
    static let anyTransactionId = ArgumentDefinition(
        "ANY_TRANSACTION_ID", isRequired: true,
        "a transactionId, originalTransactionId or appTransactionId of the customer")
    static let originalTransactionId = ArgumentDefinition(
        "ORIGINAL_TRANSACTION_ID", isRequired: true, "the id of a line of purchases")
    static let orderId = ArgumentDefinition("ORDER_ID", isRequired: true, "the id on the customer's receipt")
    static let productId = ArgumentDefinition("PRODUCT_ID", isRequired: true, "the product")
    static let locale = ArgumentDefinition("LOCALE", isRequired: true, "the locale, such as en-US")
    static let requestIdentifier = ArgumentDefinition(
        "REQUEST_IDENTIFIER", isRequired: true, "the request's own identifier")
    static let imageIdentifier = ArgumentDefinition("IMAGE_IDENTIFIER", isRequired: true, "the image, a UUID")
    static let messageIdentifier = ArgumentDefinition("MESSAGE_IDENTIFIER", isRequired: true, "the message, a UUID")

    static let days = FlagDefinition.value("days", "N", isRequired: true, "by how many days, from 1 to 90")
    static let reason = FlagDefinition.value(
        "reason", "NAME", choices: ["undeclared", "customer-satisfaction", "other", "service-issue"],
        "why; undeclared unless given")
    static let request = FlagDefinition.value(
        "request", "FILE|-", isRequired: true, "the request, a JSON object with Apple's names")
}
