extension BuiltInScenarios {
    /// Offers.
    static let offerTexts = [
        """
        {
          "name": "offer-redeemed", "seed": 1021,
          "purpose": "a promotional offer for the next period of a running subscription",
          "steps": [
            {"do": "buy", "customer": "ann", "product": "pro.monthly"},
            {"advance": "P10D"},
            {"do": "redeemOffer", "customer": "ann", "product": "pro.monthly", "offer": {"promotional": "stay"}},
            {"expect": {"customer": "ann", "product": "pro.monthly", "entitled": true, "state": "active"}},
            {"advance": "P21D"},
            {"expect": {"customer": "ann", "product": "pro.monthly", "entitled": true, "state": "active",
             "until": "2026-03-01"}},
            {"expectNotifications": ["SUBSCRIBED.INITIAL_BUY", "OFFER_REDEEMED", "DID_RENEW"]}
          ]
        }
        """,
        """
        {
          "name": "offer-upgrade", "seed": 1022,
          "purpose": "an offer moves a customer to a higher plan at once",
          "steps": [
            {"do": "buy", "customer": "ann", "product": "pro.monthly"},
            {"advance": "P10D"},
            {"do": "redeemOffer", "customer": "ann", "product": "pro.top", "offer": {"promotional": "up"}},
            {"expect": {"customer": "ann", "product": "pro.top", "entitled": true, "state": "active",
             "until": "2026-02-11"}},
            {"expectNotifications": ["SUBSCRIBED.INITIAL_BUY", "OFFER_REDEEMED.UPGRADE"]}
          ]
        }
        """,
        """
        {
          "name": "offer-downgrade", "seed": 1023,
          "purpose": "an offer moves a customer to a yearly plan with the next renewal",
          "steps": [
            {"do": "buy", "customer": "ann", "product": "pro.monthly"},
            {"advance": "P10D"},
            {"do": "redeemOffer", "customer": "ann", "product": "pro.yearly", "offer": {"promotional": "year"}},
            {"expect": {"customer": "ann", "product": "pro.monthly", "entitled": true, "state": "active",
             "until": "2026-02-01"}},
            {"advance": "P21D"},
            {"expect": {"customer": "ann", "product": "pro.yearly", "entitled": true, "state": "active",
             "until": "2027-02-01"}},
            {"expectNotifications": ["SUBSCRIBED.INITIAL_BUY", "OFFER_REDEEMED.DOWNGRADE", "DID_RENEW"]}
          ]
        }
        """,
        """
        {
          "name": "offer-code", "seed": 1024,
          "purpose": "a first subscription by an offer code that pays three months up front",
          "steps": [
            {"do": "redeemOffer", "customer": "ann", "product": "pro.monthly", "offer": {"code": "GIFT"}},
            {"expect": {"customer": "ann", "product": "pro.monthly", "entitled": true, "state": "active",
             "until": "2026-04-01"}},
            {"advance": "P90D"},
            {"expect": {"customer": "ann", "product": "pro.monthly", "entitled": true, "state": "active",
             "until": "2026-05-01"}},
            {"expectNotifications": ["SUBSCRIBED.INITIAL_BUY", "DID_RENEW"]}
          ]
        }
        """,
        """
        {
          "name": "win-back", "seed": 1025,
          "purpose": "an offer wins a lapsed subscriber back",
          "steps": [
            {"do": "buy", "customer": "ann", "product": "pro.monthly"},
            {"do": "cancel", "customer": "ann"},
            {"advance": "P31D"},
            {"expect": {"customer": "ann", "product": "pro.monthly", "entitled": false, "state": "expired"}},
            {"advance": "P60D"},
            {"do": "redeemOffer", "customer": "ann", "product": "pro.monthly", "offer": {"winBack": "return"}},
            {"expect": {"customer": "ann", "product": "pro.monthly", "entitled": true, "state": "active"}},
            {"expectNotifications": [
              "SUBSCRIBED.INITIAL_BUY", "DID_CHANGE_RENEWAL_STATUS.AUTO_RENEW_DISABLED",
              "EXPIRED.VOLUNTARY", "SUBSCRIBED.RESUBSCRIBE"
            ]}
          ]
        }
        """,
    ]
}
