internal import JWS
package import StoreSimulator
internal import StrictJSON

/// Other values for fields of a notification, put in before it is signed.
package struct PayloadOverrides: Hashable, Sendable {
    /// One field and its value.
    package struct Override: Hashable, Sendable {
        /// The part, and the names that lead to the field in it.
        var part: Part
        var path: [String]
        var value: String
    }

    /// What is signed by itself.
    enum Part: String, Hashable, CaseIterable {
        case notification, transaction, renewalInfo, appTransaction
    }

    /// Why an override cannot be made.
    package enum Mistake: Error, Hashable, Sendable {
        /// It is not written as `field=value`.
        case form(String)
        /// The notification has no such part.
        case noPart(String)
        /// A payload could not be read or signed.
        case signing(String)
    }

    private var overrides: [Override] = []

    package init() {}

    /// Whether there is none.
    package var isEmpty: Bool { overrides.isEmpty }

    /// Adds one, such as `transaction.price=4990` or `data.status=2`.
    ///
    /// A field that held a text stays one; other values are JSON where they are, or a text.
    package mutating func add(_ text: String) throws(Mistake) {
        guard let equals = text.firstIndex(of: "=") else { throw .form(text) }
        var path = text[..<equals].split(separator: ".", omittingEmptySubsequences: false).map(String.init)
        guard !path.isEmpty, path.allSatisfy({ !$0.isEmpty }), path.count <= 8 else { throw .form(text) }
        var part = Part.notification
        if let named = Part(rawValue: path[0]), path.count > 1 {
            part = named
            path.removeFirst()
        }
        overrides.append(Override(part: part, path: path, value: String(text[text.index(after: equals)...])))
    }

    /// The notification with the other values, signed anew.
    ///
    /// - Parameters:
    ///   - notification: What is to be changed.
    ///   - app: The app that it is about.
    ///   - chain: Whose keys sign.
    /// - Returns: The compact JWS.
    /// - Throws: A mistake, when the notification has no such part.
    package func sign(
        _ notification: SimulatedNotification, app: SimulatedApp, chain: SigningChain
    ) throws(Mistake) -> String {
        guard let identity = chain.eras.last(where: { $0.start <= notification.signedDate })?.identity else {
            throw .signing("nobody signs at that moment")
        }
        let writer = PayloadWriter(app: app)
        let date = notification.signedDate
        var parts = SignedParts()
        func signed(_ bytes: [UInt8]) throws(Mistake) -> [UInt8] {
            do throws(JWSError) {
                return Array(try FaultySigner(identity, signedDate: date, fault: nil).sign(bytes).utf8)
            } catch {
                throw .signing("\(error)")
            }
        }
        var present: Set<Part> = [.notification]
        switch notification.content {
        case .data(let data):
            if let transaction = data.transaction {
                let bytes = writer.bytes(of: transaction, signedDate: date)
                parts.transaction = try signed(try changed(bytes, .transaction))
                present.insert(.transaction)
            }
            if let renewalInfo = data.renewalInfo {
                let bytes = writer.bytes(of: renewalInfo, signedDate: date)
                parts.renewalInfo = try signed(try changed(bytes, .renewalInfo))
                present.insert(.renewalInfo)
            }
        case .appData(let download):
            let bytes = writer.bytes(of: download, signedDate: date)
            parts.appTransaction = try signed(try changed(bytes, .appTransaction))
            present.insert(.appTransaction)
        case .summary, .externalPurchaseToken: break
        }
        if let missing = overrides.first(where: { !present.contains($0.part) }) {
            throw .noPart(missing.part.rawValue)
        }
        let whole = try changed(writer.bytes(of: notification, parts: parts), .notification)
        return String(decoding: try signed(whole), as: UTF8.self)
    }

    /// A payload with the values for its part.
    private func changed(_ payload: [UInt8], _ part: Part) throws(Mistake) -> [UInt8] {
        let mine = overrides.filter { $0.part == part }
        if mine.isEmpty { return payload }
        guard let root = try? JSONDocument(parsing: payload).root else { throw .signing("a payload is no JSON") }
        var value = JSONValue(root)
        for override in mine { value = PayloadOverrides.setting(override.path[...], of: value, to: override.value) }
        return JSONWriter().bytes(value)
    }

    private static func setting(_ path: ArraySlice<String>, of value: JSONValue, to text: String) -> JSONValue {
        guard let name = path.first else {
            if case .string = value { return .string(text) }
            guard let parsed = try? JSONDocument(parsing: Array(text.utf8)).root else { return .string(text) }
            return JSONValue(parsed)
        }
        var value = value
        value[name] = setting(path.dropFirst(), of: value[name] ?? .null, to: text)
        return value
    }
}
