internal import AppStoreModels
internal import OpenSSLCrypto
internal import StoreSimulator

extension ScenarioRunner {
    /// What the receiver says about a customer at a moment.
    func standing(of customer: String, at date: Int64) async throws(ScenarioFailure) -> CustomerStanding {
        let id: String?
        do throws(SessionError) {
            id = try session.inspect { world throws(SessionError) in world.appTransaction(ofCustomer: customer)?.id }
        } catch {
            throw .session(error)
        }
        // Who never came to the store owns nothing.
        guard let id else { return CustomerStanding() }
        let answer = try await receiver.entitlements(
            ofCustomer: id, environment: session.app.environment.rawValue, at: date)
        return try answer.map { bytes throws(ScenarioFailure) in try CustomerStanding(parsing: bytes) }
            ?? CustomerStanding()
    }

    /// The SHA-256 of what every customer may use at a moment; the same for every receiver that is right.
    func digest(at date: Int64) async throws(ScenarioFailure) -> String {
        let customers: [String]
        do throws(SessionError) {
            customers = try session.inspect { world throws(SessionError) in world.customerIDs }
        } catch {
            throw .session(error)
        }
        var hash = SHA256()
        for customer in customers {
            let standing = try await standing(of: customer, at: date)
            let lines = standing.lines.map { line in
                [
                    customer, line.originalID, line.productID ?? "", line.state,
                    line.until.map { String($0) } ?? "",
                ].joined(separator: "\t") + "\n"
            }
            for line in lines.sorted() { hash.update(Array(line.utf8)) }
        }
        return hash.finish().hexadecimal
    }
}
