public import AppStoreModels

extension AppStoreServerAPIClient {
    /// Uploads an image for retention messages.
    ///
    /// - Parameters:
    ///   - imageIdentifier: Its identifier from now on, a UUID.
    ///   - png: The image.
    ///   - imageSize: What it is for; `nil` leaves it to the App Store.
    /// - Returns: Where it is now.
    /// - Throws: ``ServerAPIError``.
    public func uploadImage(
        imageIdentifier: String, png: [UInt8], imageSize: ImageSize? = nil
    ) async throws(ServerAPIError) -> ServerAPIAnswer<Void> {
        try await tell(.uploadImage(imageIdentifier: imageIdentifier, png: png, imageSize: imageSize))
    }

    /// Deletes an image.
    ///
    /// - Parameter imageIdentifier: The image.
    /// - Returns: Where it was.
    /// - Throws: ``ServerAPIError``.
    public func deleteImage(imageIdentifier: String) async throws(ServerAPIError) -> ServerAPIAnswer<Void> {
        try await tell(.deleteImage(imageIdentifier: imageIdentifier))
    }

    /// Gets all images.
    ///
    /// - Returns: The images.
    /// - Throws: ``ServerAPIError``.
    public func getImageList() async throws(ServerAPIError) -> ServerAPIAnswer<GetImageListResponse> {
        try await ask(.getImageList())
    }

    /// Uploads a retention message.
    ///
    /// - Parameters:
    ///   - messageIdentifier: Its identifier from now on, a UUID.
    ///   - message: The message.
    /// - Returns: Where it is now.
    /// - Throws: ``ServerAPIError``.
    public func uploadMessage(
        messageIdentifier: String, _ message: UploadMessageRequestBody
    ) async throws(ServerAPIError) -> ServerAPIAnswer<Void> {
        try await tell(.uploadMessage(messageIdentifier: messageIdentifier, message))
    }

    /// Deletes a retention message.
    ///
    /// - Parameter messageIdentifier: The message.
    /// - Returns: Where it was.
    /// - Throws: ``ServerAPIError``.
    public func deleteMessage(messageIdentifier: String) async throws(ServerAPIError) -> ServerAPIAnswer<Void> {
        try await tell(.deleteMessage(messageIdentifier: messageIdentifier))
    }

    /// Gets all retention messages.
    ///
    /// - Returns: The messages.
    /// - Throws: ``ServerAPIError``.
    public func getMessageList() async throws(ServerAPIError) -> ServerAPIAnswer<GetMessageListResponse> {
        try await ask(.getMessageList())
    }

    /// Makes a message the default of a product in a locale.
    ///
    /// - Parameters:
    ///   - productId: The product.
    ///   - locale: The locale, such as `en-US`.
    ///   - messageIdentifier: The message, a UUID.
    /// - Returns: Where it holds now.
    /// - Throws: ``ServerAPIError``.
    public func configureDefaultMessage(
        productId: String, locale: String, messageIdentifier: String
    ) async throws(ServerAPIError) -> ServerAPIAnswer<Void> {
        try await tell(
            .configureDefaultMessage(productId: productId, locale: locale, messageIdentifier: messageIdentifier))
    }

    /// Leaves a product without a default message in a locale.
    ///
    /// - Parameters:
    ///   - productId: The product.
    ///   - locale: The locale.
    /// - Returns: Where it held.
    /// - Throws: ``ServerAPIError``.
    public func deleteDefaultMessage(
        productId: String, locale: String
    ) async throws(ServerAPIError) -> ServerAPIAnswer<Void> {
        try await tell(.deleteDefaultMessage(productId: productId, locale: locale))
    }

    /// Gets the default message of a product in a locale.
    ///
    /// - Parameters:
    ///   - productId: The product.
    ///   - locale: The locale.
    /// - Returns: The message's identifier.
    /// - Throws: ``ServerAPIError``.
    public func getDefaultMessage(
        productId: String, locale: String
    ) async throws(ServerAPIError) -> ServerAPIAnswer<DefaultConfigurationResponse> {
        try await ask(.getDefaultMessage(productId: productId, locale: locale))
    }
}
