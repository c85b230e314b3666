internal import StoreCore
internal import Testing

@Suite("Decisions, whatever the backend", .timeLimit(.minutes(10)))
struct StoreDecisionTests {
    private let monthly = StoreCatalogue.monthly.productId
    private let lifetime = StoreCatalogue.lifetime.productId

    /// Loads the catalogue and tells whether a product is unlocked at the store's time.
    private func isUnlocked(_ productId: String, _ model: StoreModel, _ store: any StoreHarness) async throws -> Bool {
        await model.load(StoreCatalogue.ids)
        #expect(await model.state == .loaded)
        return await model.isUnlocked(productId, at: try await store.now)
    }

    @Test("What is found is offered, cheapest first", arguments: StoreKind.allCases)
    func found(_ kind: StoreKind) async throws {
        try await kind.run { store in
            let model = StoreModel(backend: store.backend)
            await model.load(StoreCatalogue.ids + StoreCatalogue.ids)
            #expect(await model.state == .loaded)
            let contents = await model.contents
            #expect(contents.offers == [StoreCatalogue.monthly, StoreCatalogue.yearly, StoreCatalogue.lifetime])
            #expect(contents.missing == [])
            #expect(contents.entitlements == [])
            let now = try await store.now
            for id in StoreCatalogue.ids { #expect(!contents.isUnlocked(id, at: now)) }
        }
    }

    @Test("What is not found is reported, and keeps nothing else from being offered", arguments: StoreKind.allCases)
    func missing(_ kind: StoreKind) async throws {
        try await kind.run { store in
            let model = StoreModel(backend: store.backend)
            await model.load(["com.example.app.b", monthly, "com.example.app.a", "com.example.app.b"])
            #expect(await model.state == .loaded)
            #expect(await model.contents.offers == [StoreCatalogue.monthly])
            #expect(await model.contents.missing == ["com.example.app.b", "com.example.app.a"])
        }
    }

    @Test("What is bought is unlocked, and nothing else", arguments: StoreKind.allCases)
    func owned(_ kind: StoreKind) async throws {
        try await kind.run { store in
            let model = StoreModel(backend: store.backend)
            try await store.buy(monthly)
            #expect(await !model.isUnlocked(monthly, at: try await store.now))
            #expect(try await isUnlocked(monthly, model, store))
            #expect(try await !isUnlocked(lifetime, model, store))
            #expect(await model.contents.entitlement(monthly, at: try await store.now)?.state == .active)
        }
    }

    @Test("What is bought for ever stays", arguments: StoreKind.allCases)
    func forever(_ kind: StoreKind) async throws {
        try await kind.run { store in
            let model = StoreModel(backend: store.backend)
            try await store.buy(lifetime)
            #expect(try await isUnlocked(lifetime, model, store))
            let entitlement = await model.contents.entitlement(lifetime, at: .max)
            #expect(entitlement == Entitlement(name: lifetime, productId: lifetime))
            try await store.advance(by: 3650 * StoreCatalogue.day)
            #expect(try await isUnlocked(lifetime, model, store))
        }
    }

    @Test("What is refunded is locked, and can be bought again", arguments: StoreKind.allCases)
    func revoked(_ kind: StoreKind) async throws {
        for product in [monthly, lifetime] {
            try await kind.run { store in
                let model = StoreModel(backend: store.backend)
                try await store.buy(product)
                #expect(try await isUnlocked(product, model, store))
                try await store.revoke(product)
                #expect(try await !isUnlocked(product, model, store))
                #expect(await model.contents.entitlements == [])
                try await store.buy(product)
                #expect(try await isUnlocked(product, model, store))
            }
        }
    }

    @Test("A subscription that has expired is locked", arguments: StoreKind.allCases)
    func expired(_ kind: StoreKind) async throws {
        try await kind.run { store in
            let model = StoreModel(backend: store.backend)
            try await store.buy(monthly)
            #expect(try await isUnlocked(monthly, model, store))
            try await store.expire(monthly)
            #expect(try await !isUnlocked(monthly, model, store))
            #expect(await model.contents.entitlements == [])
        }
    }

    @Test("A subscription ends by the clock, without a load", arguments: StoreKind.allCases)
    func outlived(_ kind: StoreKind) async throws {
        try await kind.run { store in
            let model = StoreModel(backend: store.backend)
            try await store.buy(monthly)
            #expect(try await isUnlocked(monthly, model, store))
            let until = try #require(await model.contents.entitlement(monthly, at: try await store.now)?.until)
            #expect(await model.isUnlocked(monthly, at: until - 1))
            #expect(await !model.isUnlocked(monthly, at: until))
            try await store.advance(by: until - (try await store.now))
            #expect(await !model.isUnlocked(monthly, at: try await store.now))
        }
    }

    @Test("A subscription in its grace period is unlocked, and says so", arguments: StoreKind.allCases)
    func grace(_ kind: StoreKind) async throws {
        try await kind.run { store in
            let model = StoreModel(backend: store.backend)
            try await store.buy(monthly)
            try await store.enterGracePeriod(monthly)
            #expect(try await isUnlocked(monthly, model, store))
            let now = try await store.now
            let entitlement = try #require(await model.contents.entitlement(monthly, at: now))
            #expect(entitlement.state == .gracePeriod)
            let until = try #require(entitlement.until)
            #expect((now + 1...now + StoreCatalogue.gracePeriod).contains(until))
            #expect(await !model.isUnlocked(monthly, at: until))
        }
    }

    @Test("A subscription in billing retry is locked", arguments: StoreKind.allCases)
    func billingRetry(_ kind: StoreKind) async throws {
        try await kind.run { store in
            let model = StoreModel(backend: store.backend)
            try await store.buy(monthly)
            #expect(try await isUnlocked(monthly, model, store))
            try await store.enterBillingRetry(monthly)
            #expect(try await !isUnlocked(monthly, model, store))
            #expect(await model.contents.entitlements == [])
        }
    }

    @Test("A load that fails is visible, and what was known stays", arguments: StoreKind.allCases)
    func failing(_ kind: StoreKind) async throws {
        try await kind.run { store in
            let model = StoreModel(backend: store.backend)
            try await store.buy(lifetime)
            try await store.failNextLoad()
            await model.load(StoreCatalogue.ids)
            guard case .failed = await model.state else {
                Issue.record("the first load should have failed: \(await model.state)")
                return
            }
            #expect(await model.contents == StoreContents())

            #expect(try await isUnlocked(lifetime, model, store))
            let known = await model.contents
            try await store.revoke(lifetime)
            try await store.failNextLoad()
            await model.load([monthly])
            guard case .failed = await model.state else {
                Issue.record("the second load should have failed: \(await model.state)")
                return
            }
            #expect(await model.contents == known)
            #expect(try await !isUnlocked(lifetime, model, store))
        }
    }
}
