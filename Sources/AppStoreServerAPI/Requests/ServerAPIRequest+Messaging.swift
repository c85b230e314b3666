public import AppStoreModels
internal import StrictJSON

extension ServerAPIRequest {
    /// Uploads an image for retention messages.
    ///
    /// - Parameters:
    ///   - imageIdentifier: Its identifier from now on, a UUID.
    ///   - png: The image.
    ///   - imageSize: What it is for; `nil` leaves it to the App Store.
    /// - Returns: The request.
    /// - Throws: ``ServerAPIError``, `invalidRequest`.
    public static func uploadImage(
        imageIdentifier: String, png: [UInt8], imageSize: ImageSize? = nil
    ) throws(ServerAPIError) -> ServerAPIRequest {
        guard png.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) else {
            throw .invalidRequest(RequestMistake("image", "is no PNG"))
        }
        return try ServerAPIRequest(
            .uploadImage, .put, "/inApps/v1/messaging/image/{imageIdentifier}",
            ["imageIdentifier": try uuid(imageIdentifier, "imageIdentifier")],
            query: imageSize.map { [ServerAPIQueryItem("imageSize", $0.rawValue)] } ?? [], body: .png(png))
    }

    /// Deletes an image.
    ///
    /// - Parameter imageIdentifier: The image.
    /// - Returns: The request.
    /// - Throws: ``ServerAPIError``, `invalidRequest`.
    public static func deleteImage(imageIdentifier: String) throws(ServerAPIError) -> ServerAPIRequest {
        try ServerAPIRequest(
            .deleteImage, .delete, "/inApps/v1/messaging/image/{imageIdentifier}",
            ["imageIdentifier": try uuid(imageIdentifier, "imageIdentifier")])
    }

    /// Asks for all images.
    ///
    /// - Returns: The request.
    /// - Throws: Nothing today.
    public static func getImageList() throws(ServerAPIError) -> ServerAPIRequest {
        try ServerAPIRequest(.getImageList, .get, "/inApps/v1/messaging/image/list")
    }

    /// Uploads a retention message.
    ///
    /// - Parameters:
    ///   - messageIdentifier: Its identifier from now on, a UUID.
    ///   - message: The message.
    /// - Returns: The request.
    /// - Throws: ``ServerAPIError``, `invalidRequest`.
    public static func uploadMessage(
        messageIdentifier: String, _ message: UploadMessageRequestBody
    ) throws(ServerAPIError) -> ServerAPIRequest {
        try ServerAPIRequest(
            .uploadMessage, .put, "/inApps/v1/messaging/message/{messageIdentifier}",
            ["messageIdentifier": try uuid(messageIdentifier, "messageIdentifier")],
            body: .json(.object(omitting: message.members())))
    }

    /// Deletes a retention message.
    ///
    /// - Parameter messageIdentifier: The message.
    /// - Returns: The request.
    /// - Throws: ``ServerAPIError``, `invalidRequest`.
    public static func deleteMessage(messageIdentifier: String) throws(ServerAPIError) -> ServerAPIRequest {
        try ServerAPIRequest(
            .deleteMessage, .delete, "/inApps/v1/messaging/message/{messageIdentifier}",
            ["messageIdentifier": try uuid(messageIdentifier, "messageIdentifier")])
    }

    /// Asks for all retention messages.
    ///
    /// - Returns: The request.
    /// - Throws: Nothing today.
    public static func getMessageList() throws(ServerAPIError) -> ServerAPIRequest {
        try ServerAPIRequest(.getMessageList, .get, "/inApps/v1/messaging/message/list")
    }

    /// Makes a message the default of a product in a locale.
    ///
    /// - Parameters:
    ///   - productId: The product.
    ///   - locale: The locale, such as `en-US`.
    ///   - messageIdentifier: The message, a UUID.
    /// - Returns: The request.
    /// - Throws: ``ServerAPIError``, `invalidRequest`.
    public static func configureDefaultMessage(
        productId: String, locale: String, messageIdentifier: String
    ) throws(ServerAPIError) -> ServerAPIRequest {
        try ServerAPIRequest(
            .configureDefaultMessage, .put, "/inApps/v1/messaging/default/{productId}/{locale}",
            ["productId": productId, "locale": locale],
            body: .json(["messageIdentifier": .string(try uuid(messageIdentifier, "messageIdentifier"))]))
    }

    /// Leaves a product without a default message in a locale.
    ///
    /// - Parameters:
    ///   - productId: The product.
    ///   - locale: The locale.
    /// - Returns: The request.
    /// - Throws: ``ServerAPIError``, `invalidRequest`.
    public static func deleteDefaultMessage(
        productId: String, locale: String
    ) throws(ServerAPIError) -> ServerAPIRequest {
        try ServerAPIRequest(
            .deleteDefaultMessage, .delete, "/inApps/v1/messaging/default/{productId}/{locale}",
            ["productId": productId, "locale": locale])
    }

    /// Asks for the default message of a product in a locale.
    ///
    /// - Parameters:
    ///   - productId: The product.
    ///   - locale: The locale.
    /// - Returns: The request.
    /// - Throws: ``ServerAPIError``, `invalidRequest`.
    public static func getDefaultMessage(productId: String, locale: String) throws(ServerAPIError) -> ServerAPIRequest {
        try ServerAPIRequest(
            .getDefaultMessage, .get, "/inApps/v1/messaging/default/{productId}/{locale}",
            ["productId": productId, "locale": locale])
    }

    /// A UUID as it goes into a path.
    private static func uuid(_ text: String, _ name: String) throws(ServerAPIError) -> String {
        guard UUIDText.isValid(text) else { throw .invalidRequest(RequestMistake(name, "is no UUID")) }
        return text
    }
}
