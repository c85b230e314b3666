internal import AppStoreModels
internal import StoreSimulator
internal import StrictJSON

extension ServerAPI {
    func transactionInfo(_ request: ServiceRequest) throws(ServerAPIFailure) -> JSONValue {
        let text = request[value: "transactionId"]
        if try look({ $0.customerID(ofAppTransaction: text) }) != nil {
            throw ServerAPIFailure(
                .appTransactionIdNotSupported, "Invalid request. App transaction ids aren't supported by this endpoint."
            )
        }
        let transaction = try transaction(text)
        do throws(SessionError) {
            return ["signedTransactionInfo": .string(try session.signedTransaction(id: transaction.id))]
        } catch {
            throw ServerAPIFailure(error)
        }
    }

    func appTransactionInfo(_ request: ServiceRequest) throws(ServerAPIFailure) -> JSONValue {
        let customer = try customer(of: request[value: "anyTransactionId"])
        do throws(SessionError) {
            return ["signedAppTransactionInfo": .string(try session.signedAppTransaction(customer: customer))]
        } catch .refused(.noTransactionFound) {
            throw ServerAPIFailure(.appTransactionDoesNotExist, "The customer has no app transaction.")
        } catch {
            throw ServerAPIFailure(error)
        }
    }

    func finishTransaction(_ request: ServiceRequest) throws(ServerAPIFailure) {
        let transaction = try transaction(request[value: "transactionId"])
        _ = try perform(.finishTransaction(id: transaction.id))
    }

    func setAppAccountToken(_ request: ServiceRequest) throws(ServerAPIFailure) {
        let transaction = try transaction(request[value: "originalTransactionId"])
        let body = try ServerAPI.object(request.body)
        guard let token = body["appAccountToken"]?.string, UUIDText.isValid(token) else {
            throw ServerAPIFailure(.invalidAppAccountTokenUUID, "Invalid app account token: it must be a UUID.")
        }
        guard transaction.ownership != .familyShared else {
            throw ServerAPIFailure(
                .familyTransactionNotSupported,
                "Invalid request. Family transactions aren't supported by this endpoint.")
        }
        guard transaction.id == transaction.originalID else {
            throw ServerAPIFailure(
                .transactionIdNotOriginalTransactionId, "Invalid request. The id is not an original transaction id.")
        }
        _ = try perform(.setAppAccountToken(.transaction(transaction.id), token: token))
    }

    func lookUpOrder(_ request: ServiceRequest) throws(ServerAPIFailure) -> JSONValue {
        guard session.app.environment == .production else {
            throw ServerAPIFailure(
                .generalBadRequest, "Bad request: orders are looked up in the environment Production only.")
        }
        let order = request[value: "orderId"]
        let ids = try look { $0.transactions(ofOrder: order).map(\.id) }
        if ids.isEmpty { return ["status": 1] }
        return ["status": 0, "signedTransactions": try signed(ids)]
    }

    func statuses(_ request: ServiceRequest) throws(ServerAPIFailure) -> JSONValue {
        var wanted: Set<Int> = []
        for text in request.all("status") {
            guard let status = Int(text), (1...5).contains(status) else {
                throw ServerAPIFailure(.invalidStatus, "Invalid status.")
            }
            wanted.insert(status)
        }
        let customer = try customer(of: request[value: "anyTransactionId"])
        let lines = try look { $0.subscriptions(ofCustomer: customer) }
            .filter { wanted.isEmpty || wanted.contains($0.status.rawValue) }
        var groups: [(id: String, items: [JSONValue])] = []
        for line in lines {
            let item: JSONValue = [
                "originalTransactionId": .string(String(line.originalID)),
                "status": .integer(line.status.rawValue),
                "signedTransactionInfo": try signedTransaction(line.transaction.id),
                "signedRenewalInfo": try signedRenewalInfo(line.originalID),
            ]
            if let place = groups.firstIndex(where: { $0.id == line.groupID }) {
                groups[place].items.append(item)
            } else {
                groups.append((line.groupID, [item]))
            }
        }
        var answer = identity
        answer["data"] = .array(
            groups.map {
                ["subscriptionGroupIdentifier": .string($0.id), "lastTransactions": .array($0.items)]
            })
        return answer
    }

    /// The members by which an answer says where it comes from.
    var identity: JSONValue {
        let app = session.app
        return [
            "environment": .string(app.environment.rawValue), "bundleId": .string(app.bundleId),
            "appAppleId": .integer(app.appAppleId),
        ]
    }

    private func signedTransaction(_ id: Int) throws(ServerAPIFailure) -> JSONValue {
        do throws(SessionError) { return .string(try session.signedTransaction(id: id)) } catch {
            throw ServerAPIFailure(error)
        }
    }

    private func signedRenewalInfo(_ id: Int) throws(ServerAPIFailure) -> JSONValue {
        do throws(SessionError) { return .string(try session.signedRenewalInfo(originalID: id)) } catch {
            throw ServerAPIFailure(error)
        }
    }
}
