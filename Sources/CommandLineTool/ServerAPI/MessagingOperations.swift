internal import AppStoreModels
internal import AppStoreServerAPI
internal import StrictJSON

enum UploadImageOperation: ServerAPIOperation {
    static let image = FlagDefinition.value("image", "FILE|-", isRequired: true, "the image, a PNG")
    static let size = FlagDefinition.value(
        "size", "SIZE", choices: ImageSize.known.map(\.rawValue), "what it is for")

    static let endpoint = ServerAPIEndpoint.uploadImage
    static let summary = "uploads an image for retention messages"
    static let arguments = [ServerAPIArguments.imageIdentifier]
    static let flags = [size]
    static let file: FlagDefinition? = image
    static let example = "2b1c9bb5-0f5e-4d3c-9f6a-6c4d5a5f8a11 --image stay.png"

    static func prepare(_ arguments: inout ArgumentReader) -> ServerAPIMaking {
        let id = arguments.word(ServerAPIArguments.imageIdentifier) ?? ""
        let size = arguments.text(size).map { ImageSize(rawValue: $0) }
        return { file throws(ServerAPIError) in try .uploadImage(imageIdentifier: id, png: file, imageSize: size) }
    }
}

enum DeleteImageOperation: ServerAPIOperation {
    static let endpoint = ServerAPIEndpoint.deleteImage
    static let summary = "deletes an image of retention messages"
    static let arguments = [ServerAPIArguments.imageIdentifier]
    static let example = "2b1c9bb5-0f5e-4d3c-9f6a-6c4d5a5f8a11"

    static func prepare(_ arguments: inout ArgumentReader) -> ServerAPIMaking {
        let id = arguments.word(ServerAPIArguments.imageIdentifier) ?? ""
        return { _ throws(ServerAPIError) in try .deleteImage(imageIdentifier: id) }
    }
}

enum GetImageListOperation: ServerAPIOperation {
    static let endpoint = ServerAPIEndpoint.getImageList
    static let summary = "lists the images of retention messages"

    static func prepare(_ arguments: inout ArgumentReader) -> ServerAPIMaking {
        { _ throws(ServerAPIError) in try .getImageList() }
    }
}

enum UploadMessageOperation: ServerAPIOperation {
    static let header = FlagDefinition.value("header", "TEXT", isRequired: true, "the heading, up to 66 characters")
    static let body = FlagDefinition.value("body", "TEXT", isRequired: true, "the text, up to 144 characters")
    static let image = FlagDefinition.value("image-identifier", "UUID", "an image that was uploaded")
    static let altText = FlagDefinition.value("alt-text", "TEXT", "what the image shows, up to 150 characters")
    static let position = FlagDefinition.value(
        "header-position", "PLACE", choices: HeaderPosition.known.map(\.rawValue), "where the heading stands")

    static let endpoint = ServerAPIEndpoint.uploadMessage
    static let summary = "uploads a retention message"
    static let arguments = [ServerAPIArguments.messageIdentifier]
    static let flags = [header, body, image, altText, position]
    static let example = "2b1c9bb5-0f5e-4d3c-9f6a-6c4d5a5f8a11 --header 'Stay' --body 'There is more to come.'"

    static func prepare(_ arguments: inout ArgumentReader) -> ServerAPIMaking {
        let id = arguments.word(ServerAPIArguments.messageIdentifier) ?? ""
        var message = UploadMessageRequestBody(
            header: arguments.text(header) ?? "", body: arguments.text(body) ?? "")
        message.headerPosition = arguments.text(position).map { HeaderPosition(rawValue: $0) }
        message.image = arguments.text(image).map { identifier in
            UploadMessageRequestBody.Image(imageIdentifier: identifier, altText: arguments.text(altText) ?? "")
        }
        if arguments.isSet(image) != arguments.isSet(altText) {
            arguments.note(Problem("\(image.dashed) and \(altText.dashed) belong together"))
        }
        return { [message] _ throws(ServerAPIError) in try .uploadMessage(messageIdentifier: id, message) }
    }
}

enum DeleteMessageOperation: ServerAPIOperation {
    static let endpoint = ServerAPIEndpoint.deleteMessage
    static let summary = "deletes a retention message"
    static let arguments = [ServerAPIArguments.messageIdentifier]
    static let example = "2b1c9bb5-0f5e-4d3c-9f6a-6c4d5a5f8a11"

    static func prepare(_ arguments: inout ArgumentReader) -> ServerAPIMaking {
        let id = arguments.word(ServerAPIArguments.messageIdentifier) ?? ""
        return { _ throws(ServerAPIError) in try .deleteMessage(messageIdentifier: id) }
    }
}

enum GetMessageListOperation: ServerAPIOperation {
    static let endpoint = ServerAPIEndpoint.getMessageList
    static let summary = "lists the retention messages"

    static func prepare(_ arguments: inout ArgumentReader) -> ServerAPIMaking {
        { _ throws(ServerAPIError) in try .getMessageList() }
    }
}

enum ConfigureDefaultMessageOperation: ServerAPIOperation {
    static let message = FlagDefinition.value("message-identifier", "UUID", isRequired: true, "the message")

    static let endpoint = ServerAPIEndpoint.configureDefaultMessage
    static let summary = "makes a message the default of a product in a locale"
    static let arguments = [ServerAPIArguments.productId, ServerAPIArguments.locale]
    static let flags = [message]
    static let example = "pro.monthly en-US --message-identifier 2b1c9bb5-0f5e-4d3c-9f6a-6c4d5a5f8a11"

    static func prepare(_ arguments: inout ArgumentReader) -> ServerAPIMaking {
        let product = arguments.word(ServerAPIArguments.productId) ?? ""
        let locale = arguments.word(ServerAPIArguments.locale) ?? ""
        let message = arguments.text(message) ?? ""
        return { _ throws(ServerAPIError) in
            try .configureDefaultMessage(productId: product, locale: locale, messageIdentifier: message)
        }
    }
}

enum DeleteDefaultMessageOperation: ServerAPIOperation {
    static let endpoint = ServerAPIEndpoint.deleteDefaultMessage
    static let summary = "leaves a product without a default message in a locale"
    static let arguments = [ServerAPIArguments.productId, ServerAPIArguments.locale]
    static let example = "pro.monthly en-US"

    static func prepare(_ arguments: inout ArgumentReader) -> ServerAPIMaking {
        let product = arguments.word(ServerAPIArguments.productId) ?? ""
        let locale = arguments.word(ServerAPIArguments.locale) ?? ""
        return { _ throws(ServerAPIError) in try .deleteDefaultMessage(productId: product, locale: locale) }
    }
}

enum GetDefaultMessageOperation: ServerAPIOperation {
    static let endpoint = ServerAPIEndpoint.getDefaultMessage
    static let summary = "shows the default message of a product in a locale"
    static let arguments = [ServerAPIArguments.productId, ServerAPIArguments.locale]
    static let example = "pro.monthly en-US"

    static func prepare(_ arguments: inout ArgumentReader) -> ServerAPIMaking {
        let product = arguments.word(ServerAPIArguments.productId) ?? ""
        let locale = arguments.word(ServerAPIArguments.locale) ?? ""
        return { _ throws(ServerAPIError) in try .getDefaultMessage(productId: product, locale: locale) }
    }
}
