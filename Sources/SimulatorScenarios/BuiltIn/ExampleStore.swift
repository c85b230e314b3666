/// The store of scenarios that bring no products: one group of plans, one of news, and one-time products.
package enum ExampleStore {
    /// The short form of its configuration.
    package static let shortForm = """
        {
          "bundleId": "com.example.app",
          "products": [
            {"id": "coins", "type": "consumable", "price": "1.99"},
            {"id": "lifetime", "type": "nonConsumable", "price": "49.99", "familyShareable": true},
            {"id": "pass", "type": "nonRenewing", "price": "14.99"}
          ],
          "groups": [
            {
              "id": "21000001", "name": "Pro",
              "subscriptions": [
                {"id": "pro.top", "level": 1, "period": "P1M", "price": "19.99", "familyShareable": true,
                 "promotional": [{"id": "up", "mode": "payAsYouGo", "price": "9.99"}]},
                {"id": "pro.monthly", "level": 2, "period": "P1M", "price": "9.99", "familyShareable": true,
                 "promotional": [{"id": "stay", "mode": "payAsYouGo", "price": "4.99"}],
                 "codes": [{"name": "GIFT", "mode": "payUpFront", "period": "P3M", "price": "9.99"}],
                 "winBack": [{"id": "return", "mode": "payAsYouGo", "periods": 2, "price": "2.99"}]},
                {"id": "pro.partner", "level": 2, "period": "P1M", "price": "9.99"},
                {"id": "pro.yearly", "level": 2, "period": "P1Y", "price": "99.99",
                 "promotional": [{"id": "year", "mode": "payUpFront", "period": "P1Y", "price": "59.99"}]},
                {"id": "pro.basic", "level": 3, "period": "P1M", "price": "4.99"}
              ]
            },
            {
              "id": "21000002", "name": "News",
              "subscriptions": [
                {"id": "news.weekly", "level": 1, "period": "P1W", "price": "0.99",
                 "introductory": {"mode": "free", "period": "P3D"}}
              ]
            }
          ]
        }
        """
}
