internal import AppStoreModels
internal import StoreSimulator
internal import StrictJSON

extension ServerAPI {
    /// Looks at the store.
    func look<Result: Sendable>(
        _ body: (borrowing StoreWorld) -> Result
    ) throws(ServerAPIFailure) -> Result {
        do throws(SessionError) {
            return try session.inspect { world throws(SessionError) in body(world) }
        } catch {
            throw ServerAPIFailure(error)
        }
    }

    /// Does something in the store.
    func perform(_ action: StoreAction) throws(ServerAPIFailure) -> [SessionEvent] {
        do throws(SessionError) { return try session.perform(action) } catch { throw ServerAPIFailure(error) }
    }

    /// The number in a path; `nil` when it is well formed and can be no transaction's.
    ///
    /// - Throws: The code for a malformed id when it is not made of up to 64 digits.
    func number(
        _ text: String, malformed code: ServerAPIErrorCode = .invalidTransactionId
    ) throws(ServerAPIFailure) -> Int? {
        guard (1...64).contains(text.utf8.count), text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else {
            throw ServerAPIFailure(code, "Invalid transaction id.")
        }
        guard let number = Int(text), String(number) == text else { return nil }
        return number
    }

    /// The transaction with the id in a path.
    func transaction(
        _ text: String, malformed code: ServerAPIErrorCode = .invalidTransactionId,
        missing: ServerAPIErrorCode = .transactionIdNotFound
    ) throws(ServerAPIFailure) -> SimulatedTransaction {
        guard let number = try number(text, malformed: code),
            let transaction = try look({ $0.transaction(id: number) })
        else { throw ServerAPIFailure(missing, "Transaction id not found.") }
        return transaction
    }

    /// The customer whose transaction, line or download of the app has an id.
    func customer(of text: String) throws(ServerAPIFailure) -> String {
        if let customer = try look({ $0.customerID(ofAppTransaction: text) }) { return customer }
        let number = try number(text)
        let customer = try look { world -> String? in
            guard let number else { return nil }
            return world.transaction(id: number)?.customerID ?? world.subscription(originalID: number)?.customerID
        }
        guard let customer else { throw ServerAPIFailure(.transactionIdNotFound, "Transaction id not found.") }
        return customer
    }

    /// The transactions, signed; one that was deleted in the meantime is left out.
    func signed(_ ids: [Int]) throws(ServerAPIFailure) -> JSONValue {
        var all: [JSONValue] = []
        for id in ids {
            do throws(SessionError) {
                all.append(.string(try session.signedTransaction(id: id)))
            } catch .refused(.noTransactionFound) {
                continue
            } catch {
                throw ServerAPIFailure(error)
            }
        }
        return .array(all)
    }

    /// The members of a body.
    static func object(_ body: [UInt8]) throws(ServerAPIFailure) -> JSONNode {
        guard let root = try? JSONDocument(parsing: body).root, root.kind == .object else {
            throw ServerAPIFailure(.generalBadRequest, "Bad request: the body is no JSON object.")
        }
        return root
    }
}

extension JSONNode {
    /// The value as a whole number; `nil` for anything else, fractions too.
    var integer: Int64? { number?.integer }
}
