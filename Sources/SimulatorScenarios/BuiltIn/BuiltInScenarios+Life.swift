extension BuiltInScenarios {
    /// The plain life of a subscription.
    static let lifeTexts = [
        """
        {
          "name": "life", "seed": 1001,
          "purpose": "a subscription begins, renews, is cancelled, ends and begins again",
          "steps": [
            {"do": "buy", "customer": "ann", "product": "pro.monthly"},
            {"expect": {"customer": "ann", "product": "pro.monthly", "entitled": true, "state": "active",
             "until": "2026-02-01"}},
            {"advance": "P31D"},
            {"expect": {"customer": "ann", "product": "pro.monthly", "entitled": true, "state": "active",
             "until": "2026-03-01"}},
            {"advance": "P10D"},
            {"do": "cancel", "customer": "ann"},
            {"expect": {"customer": "ann", "product": "pro.monthly", "entitled": true, "state": "active",
             "until": "2026-03-01"}},
            {"advance": "P18D"},
            {"expect": {"customer": "ann", "product": "pro.monthly", "entitled": false, "state": "expired"}},
            {"advance": "P7D"},
            {"do": "buy", "customer": "ann", "product": "pro.basic"},
            {"expect": {"customer": "ann", "product": "pro.basic", "entitled": true, "state": "active"}},
            {"expect": {"customer": "ann", "entitled": true, "productId": "pro.basic"}},
            {"expectNotifications": [
              "SUBSCRIBED.INITIAL_BUY", "DID_RENEW", "DID_CHANGE_RENEWAL_STATUS.AUTO_RENEW_DISABLED",
              "EXPIRED.VOLUNTARY", "SUBSCRIBED.RESUBSCRIBE"
            ]}
          ]
        }
        """,
        """
        {
          "name": "renewals", "seed": 1002,
          "purpose": "twelve renewals in a row, each month a new period",
          "steps": [
            {"do": "buy", "customer": "ann", "product": "pro.monthly"},
            {"advance": "next event"},
            {"advance": "next event"},
            {"advance": "next event"},
            {"advance": "next event"},
            {"advance": "next event"},
            {"advance": "next event"},
            {"advance": "next event"},
            {"advance": "next event"},
            {"advance": "next event"},
            {"advance": "next event"},
            {"advance": "next event"},
            {"advance": "next event"},
            {"expect": {"customer": "ann", "product": "pro.monthly", "entitled": true, "state": "active",
             "until": "2027-02-01"}},
            {"expectNotifications": [
              "SUBSCRIBED.INITIAL_BUY", "DID_RENEW", "DID_RENEW", "DID_RENEW", "DID_RENEW",
              "DID_RENEW", "DID_RENEW", "DID_RENEW", "DID_RENEW", "DID_RENEW", "DID_RENEW",
              "DID_RENEW", "DID_RENEW"
            ]}
          ]
        }
        """,
        """
        {
          "name": "auto-renew", "seed": 1003,
          "purpose": "renewal is turned off and on again before the period ends",
          "steps": [
            {"do": "buy", "customer": "ann", "product": "pro.monthly"},
            {"advance": "P3D"},
            {"do": "cancel", "customer": "ann"},
            {"expect": {"customer": "ann", "product": "pro.monthly", "entitled": true, "state": "active",
             "until": "2026-02-01"}},
            {"advance": "P1D"},
            {"do": "resume", "customer": "ann"},
            {"advance": "P27D"},
            {"expect": {"customer": "ann", "product": "pro.monthly", "entitled": true, "state": "active",
             "until": "2026-03-01"}},
            {"expectNotifications": [
              "SUBSCRIBED.INITIAL_BUY", "DID_CHANGE_RENEWAL_STATUS.AUTO_RENEW_DISABLED",
              "DID_CHANGE_RENEWAL_STATUS.AUTO_RENEW_ENABLED", "DID_RENEW"
            ]}
          ]
        }
        """,
        """
        {
          "name": "trial", "seed": 1004,
          "purpose": "a free trial becomes a paid subscription",
          "steps": [
            {"do": "buy", "customer": "ann", "product": "news.weekly"},
            {"expect": {"customer": "ann", "product": "news.weekly", "entitled": true, "state": "active",
             "until": "2026-01-04"}},
            {"advance": "P3D"},
            {"expect": {"customer": "ann", "product": "news.weekly", "entitled": true, "state": "active",
             "until": "2026-01-11"}},
            {"expectNotifications": ["SUBSCRIBED.INITIAL_BUY", "DID_RENEW"]}
          ]
        }
        """,
        """
        {
          "name": "ask-to-buy", "seed": 1005,
          "purpose": "a parent approves one purchase and declines another",
          "steps": [
            {"do": "buy", "customer": "ann", "product": "pro.monthly", "simulatesAskToBuy": true},
            {"expect": {"customer": "ann", "product": "pro.monthly", "entitled": false, "state": "none"}},
            {"advance": "PT1H"},
            {"do": "approveAskToBuy", "customer": "ann"},
            {"expect": {"customer": "ann", "product": "pro.monthly", "entitled": true, "state": "active"}},
            {"do": "buy", "customer": "ann", "product": "lifetime", "simulatesAskToBuy": true},
            {"do": "declineAskToBuy", "customer": "ann"},
            {"expect": {"customer": "ann", "product": "lifetime", "entitled": false, "state": "none"}},
            {"expectNotifications": ["SUBSCRIBED.INITIAL_BUY"]}
          ]
        }
        """,
        """
        {
          "name": "not-for-sale", "seed": 1006,
          "purpose": "the product is withdrawn, so the subscription does not renew",
          "steps": [
            {"do": "buy", "customer": "ann", "product": "pro.monthly"},
            {"do": "withdrawProduct", "product": "pro.monthly"},
            {"advance": "P31D"},
            {"expect": {"customer": "ann", "product": "pro.monthly", "entitled": false, "state": "expired"}},
            {"do": "buy", "customer": "ben", "product": "pro.monthly"},
            {"expectError": "productUnavailable"},
            {"expectNotifications": ["SUBSCRIBED.INITIAL_BUY", "EXPIRED.PRODUCT_NOT_FOR_SALE"]}
          ]
        }
        """,
        """
        {
          "name": "ended-otherwise", "seed": 1007,
          "purpose": "a subscription ends for a reason that the store does not name",
          "steps": [
            {"do": "buy", "customer": "ann", "product": "pro.monthly"},
            {"advance": "P5D"},
            {"do": "expireOther", "customer": "ann"},
            {"expect": {"customer": "ann", "product": "pro.monthly", "entitled": false, "state": "expired"}},
            {"expectNotifications": ["SUBSCRIBED.INITIAL_BUY", "EXPIRED"]}
          ]
        }
        """,
    ]
}
