extension BuiltInScenarios {
    /// One-time purchases and refunds.
    static let moneyTexts = [
        """
        {
          "name": "one-time", "seed": 1026,
          "purpose": "a consumable, a product that is kept, and a pass",
          "steps": [
            {"do": "buy", "customer": "ann", "product": "coins", "quantity": 3},
            {"expect": {"customer": "ann", "product": "coins", "entitled": false, "state": "credited"}},
            {"do": "buy", "customer": "ann", "product": "lifetime"},
            {"expect": {"customer": "ann", "product": "lifetime", "entitled": true, "state": "active",
             "until": null}},
            {"do": "buy", "customer": "ann", "product": "pass"},
            {"expectNotifications": ["ONE_TIME_CHARGE", "ONE_TIME_CHARGE", "ONE_TIME_CHARGE"]}
          ]
        }
        """,
        """
        {
          "name": "refund", "seed": 1027,
          "purpose": "a refund is asked for, asked about twice, granted and later taken back",
          "steps": [
            {"do": "buy", "customer": "ann", "product": "pro.monthly"},
            {"advance": "P3D"},
            {"do": "requestRefund", "customer": "ann"},
            {"expect": {"customer": "ann", "product": "pro.monthly", "entitled": true, "state": "active"}},
            {"advance": "PT12H"},
            {"do": "repeatConsumptionRequest", "customer": "ann"},
            {"advance": "P1D"},
            {"do": "refund", "customer": "ann"},
            {"expect": {"customer": "ann", "product": "pro.monthly", "entitled": false, "state": "revoked"}},
            {"advance": "P5D"},
            {"do": "reverseRefund", "customer": "ann"},
            {"expect": {"customer": "ann", "product": "pro.monthly", "entitled": true, "state": "active",
             "until": "2026-02-01"}},
            {"expectNotifications": [
              "SUBSCRIBED.INITIAL_BUY", "CONSUMPTION_REQUEST", "CONSUMPTION_REQUEST", "REFUND",
              "REFUND_REVERSED"
            ]}
          ]
        }
        """,
        """
        {
          "name": "refund-declined", "seed": 1028,
          "purpose": "a refund that is asked for in the app is declined; renewal was turned off by it",
          "steps": [
            {"do": "buy", "customer": "ann", "product": "pro.monthly"},
            {"advance": "P3D"},
            {"do": "requestRefund", "customer": "ann", "inApp": true},
            {"advance": "P1D"},
            {"do": "declineRefund", "customer": "ann"},
            {"expect": {"customer": "ann", "product": "pro.monthly", "entitled": true, "state": "active",
             "until": "2026-02-01"}},
            {"expectNotifications": [
              "SUBSCRIBED.INITIAL_BUY", "CONSUMPTION_REQUEST",
              "DID_CHANGE_RENEWAL_STATUS.AUTO_RENEW_DISABLED", "REFUND_DECLINED"
            ]}
          ]
        }
        """,
        """
        {
          "name": "refund-old-period", "seed": 1029,
          "purpose": "the refund of an earlier period leaves the current one alone",
          "steps": [
            {"do": "buy", "customer": "ann", "product": "pro.monthly"},
            {"advance": "P40D"},
            {"do": "refund", "customer": "ann", "periodsBack": 1},
            {"expect": {"customer": "ann", "product": "pro.monthly", "entitled": true, "state": "active",
             "until": "2026-03-01"}},
            {"expectNotifications": ["SUBSCRIBED.INITIAL_BUY", "DID_RENEW", "REFUND"]}
          ]
        }
        """,
        """
        {
          "name": "refund-prorated", "seed": 1030,
          "purpose": "the unused part of a yearly plan is refunded",
          "steps": [
            {"do": "buy", "customer": "ann", "product": "pro.yearly"},
            {"advance": "P90D"},
            {"do": "refundProrated", "customer": "ann"},
            {"expectNotifications": ["SUBSCRIBED.INITIAL_BUY", "REFUND"]}
          ]
        }
        """,
        """
        {
          "name": "refund-consumable", "seed": 1031,
          "purpose": "coins are refunded",
          "steps": [
            {"do": "buy", "customer": "ann", "product": "coins"},
            {"advance": "P1D"},
            {"do": "requestRefund", "customer": "ann", "reason": "UNINTENDED_PURCHASE"},
            {"advance": "P1D"},
            {"do": "refund", "customer": "ann"},
            {"expect": {"customer": "ann", "product": "coins", "entitled": false, "state": "revoked"}},
            {"expectNotifications": ["ONE_TIME_CHARGE", "CONSUMPTION_REQUEST", "REFUND"]}
          ]
        }
        """,
    ]
}
