extension BuiltInScenarios {
    /// Payments that fail.
    static let billingTexts = [
        """
        {
          "name": "grace-recovery", "seed": 1008,
          "purpose": "a payment fails and succeeds within the grace period: nobody loses access",
          "settings": {"billingGracePeriodIsEnabled": true},
          "steps": [
            {"do": "buy", "customer": "ann", "product": "pro.monthly"},
            {"do": "paymentFails", "customer": "ann"},
            {"advance": "P31D"},
            {"expect": {"customer": "ann", "product": "pro.monthly", "entitled": true, "state": "gracePeriod",
             "until": "2026-02-17"}},
            {"advance": "P6D"},
            {"do": "paymentWorks", "customer": "ann"},
            {"expect": {"customer": "ann", "product": "pro.monthly", "entitled": true, "state": "active",
             "until": "2026-03-01"}},
            {"expectNotifications": [
              "SUBSCRIBED.INITIAL_BUY", "DID_FAIL_TO_RENEW.GRACE_PERIOD", "DID_RENEW.BILLING_RECOVERY"
            ]}
          ]
        }
        """,
        """
        {
          "name": "grace-lapse-recovery", "seed": 1009,
          "purpose": "the grace period runs out, and a later payment brings access back",
          "settings": {"billingGracePeriodIsEnabled": true},
          "steps": [
            {"do": "buy", "customer": "ann", "product": "pro.monthly"},
            {"do": "paymentFails", "customer": "ann"},
            {"advance": "P31D"},
            {"expect": {"customer": "ann", "product": "pro.monthly", "entitled": true, "state": "gracePeriod"}},
            {"advance": "P16D"},
            {"expect": {"customer": "ann", "product": "pro.monthly", "entitled": false,
             "state": "billingRetry", "until": null}},
            {"advance": "P10D"},
            {"do": "paymentWorks", "customer": "ann"},
            {"expect": {"customer": "ann", "product": "pro.monthly", "entitled": true, "state": "active"}},
            {"expectNotifications": [
              "SUBSCRIBED.INITIAL_BUY", "DID_FAIL_TO_RENEW.GRACE_PERIOD", "GRACE_PERIOD_EXPIRED",
              "DID_RENEW.BILLING_RECOVERY"
            ]}
          ]
        }
        """,
        """
        {
          "name": "grace-lapse-end", "seed": 1010,
          "purpose": "the grace period runs out, and no payment succeeds within 60 days",
          "settings": {"billingGracePeriodIsEnabled": true},
          "steps": [
            {"do": "buy", "customer": "ann", "product": "pro.monthly"},
            {"do": "paymentFails", "customer": "ann"},
            {"advance": "P31D"},
            {"expect": {"customer": "ann", "product": "pro.monthly", "entitled": true, "state": "gracePeriod"}},
            {"advance": "P16D"},
            {"expect": {"customer": "ann", "product": "pro.monthly", "entitled": false,
             "state": "billingRetry"}},
            {"advance": "P60D"},
            {"expect": {"customer": "ann", "product": "pro.monthly", "entitled": false, "state": "expired"}},
            {"expectNotifications": [
              "SUBSCRIBED.INITIAL_BUY", "DID_FAIL_TO_RENEW.GRACE_PERIOD", "GRACE_PERIOD_EXPIRED",
              "EXPIRED.BILLING_RETRY"
            ]}
          ]
        }
        """,
        """
        {
          "name": "retry-recovery", "seed": 1011,
          "purpose": "a payment fails without a grace period and succeeds later",
          "steps": [
            {"do": "buy", "customer": "ann", "product": "pro.monthly"},
            {"do": "paymentFails", "customer": "ann"},
            {"advance": "P31D"},
            {"expect": {"customer": "ann", "product": "pro.monthly", "entitled": false,
             "state": "billingRetry"}},
            {"advance": "P6D"},
            {"do": "paymentWorks", "customer": "ann"},
            {"expect": {"customer": "ann", "product": "pro.monthly", "entitled": true, "state": "active",
             "productId": "pro.monthly"}},
            {"expectNotifications": [
              "SUBSCRIBED.INITIAL_BUY", "DID_FAIL_TO_RENEW", "DID_RENEW.BILLING_RECOVERY"
            ]}
          ]
        }
        """,
        """
        {
          "name": "retry-end", "seed": 1012,
          "purpose": "a payment fails without a grace period, and none succeeds within 60 days",
          "steps": [
            {"do": "buy", "customer": "ann", "product": "pro.monthly"},
            {"do": "paymentFails", "customer": "ann"},
            {"advance": "P31D"},
            {"expect": {"customer": "ann", "product": "pro.monthly", "entitled": false,
             "state": "billingRetry"}},
            {"advance": "P61D"},
            {"expect": {"customer": "ann", "product": "pro.monthly", "entitled": false, "state": "expired"}},
            {"expectNotifications": ["SUBSCRIBED.INITIAL_BUY", "DID_FAIL_TO_RENEW", "EXPIRED.BILLING_RETRY"]}
          ]
        }
        """,
        """
        {
          "name": "price-increase-accepted", "seed": 1013,
          "purpose": "a higher price needs consent and gets it",
          "steps": [
            {"do": "buy", "customer": "ann", "product": "pro.monthly"},
            {"advance": "P5D"},
            {"do": "requestPriceIncrease", "customer": "ann", "price": 12990},
            {"expect": {"customer": "ann", "product": "pro.monthly", "entitled": true, "state": "active"}},
            {"advance": "P2D"},
            {"do": "consentToPriceIncrease", "customer": "ann"},
            {"advance": "P24D"},
            {"expect": {"customer": "ann", "product": "pro.monthly", "entitled": true, "state": "active",
             "until": "2026-03-01"}},
            {"expectNotifications": [
              "SUBSCRIBED.INITIAL_BUY", "PRICE_INCREASE.PENDING", "PRICE_INCREASE.ACCEPTED",
              "DID_RENEW"
            ]}
          ]
        }
        """,
        """
        {
          "name": "price-increase-unanswered", "seed": 1014,
          "purpose": "a higher price needs consent and gets no answer, so the subscription ends",
          "steps": [
            {"do": "buy", "customer": "ann", "product": "pro.monthly"},
            {"advance": "P5D"},
            {"do": "requestPriceIncrease", "customer": "ann", "price": 12990},
            {"advance": "P26D"},
            {"expect": {"customer": "ann", "product": "pro.monthly", "entitled": false, "state": "expired"}},
            {"expectNotifications": [
              "SUBSCRIBED.INITIAL_BUY", "PRICE_INCREASE.PENDING", "EXPIRED.PRICE_INCREASE"
            ]}
          ]
        }
        """,
        """
        {
          "name": "price-increase-declined", "seed": 1015,
          "purpose": "a higher price needs consent and is declined",
          "steps": [
            {"do": "buy", "customer": "ann", "product": "pro.monthly"},
            {"advance": "P5D"},
            {"do": "requestPriceIncrease", "customer": "ann", "price": 12990},
            {"advance": "P2D"},
            {"do": "declinePriceIncrease", "customer": "ann"},
            {"expect": {"customer": "ann", "product": "pro.monthly", "entitled": true, "state": "active",
             "until": "2026-02-01"}},
            {"advance": "P24D"},
            {"expect": {"customer": "ann", "product": "pro.monthly", "entitled": false, "state": "expired"}},
            {"expectNotifications": [
              "SUBSCRIBED.INITIAL_BUY", "PRICE_INCREASE.PENDING",
              "DID_CHANGE_RENEWAL_STATUS.AUTO_RENEW_DISABLED", "EXPIRED.VOLUNTARY"
            ]}
          ]
        }
        """,
        """
        {
          "name": "price-increase-announced", "seed": 1016,
          "purpose": "a higher price that needs no consent",
          "steps": [
            {"do": "buy", "customer": "ann", "product": "pro.monthly"},
            {"advance": "P5D"},
            {"do": "requestPriceIncrease", "customer": "ann", "price": 10990, "needsConsent": false},
            {"advance": "P26D"},
            {"expect": {"customer": "ann", "product": "pro.monthly", "entitled": true, "state": "active",
             "until": "2026-03-01"}},
            {"expectNotifications": ["SUBSCRIBED.INITIAL_BUY", "PRICE_INCREASE.ACCEPTED", "DID_RENEW"]}
          ]
        }
        """,
    ]
}
