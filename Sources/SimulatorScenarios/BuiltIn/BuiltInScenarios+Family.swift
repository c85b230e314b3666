extension BuiltInScenarios {
    /// Families.
    static let familyTexts = [
        """
        {
          "name": "family", "seed": 1032,
          "purpose": "a family shares a subscription until the purchaser gets a refund",
          "steps": [
            {"do": "joinFamily", "customer": "ben", "of": "ann"},
            {"do": "buy", "customer": "ann", "product": "pro.monthly"},
            {"expect": {"customer": "ann", "product": "pro.monthly", "entitled": true, "state": "active"}},
            {"expect": {"customer": "ben", "product": "pro.monthly", "entitled": true, "state": "active"}},
            {"advance": "P31D"},
            {"expect": {"customer": "ben", "product": "pro.monthly", "entitled": true, "state": "active",
             "until": "2026-03-01"}},
            {"advance": "P2D"},
            {"do": "refund", "customer": "ann"},
            {"expect": {"customer": "ann", "product": "pro.monthly", "entitled": false, "state": "revoked"}},
            {"expect": {"customer": "ben", "product": "pro.monthly", "entitled": false, "state": "revoked"}},
            {"expectNotifications": [
              "SUBSCRIBED.INITIAL_BUY", "SUBSCRIBED.INITIAL_BUY", "DID_RENEW", "DID_RENEW", "REFUND",
              "REVOKE"
            ]}
          ]
        }
        """,
        """
        {
          "name": "family-leaves", "seed": 1033,
          "purpose": "a member leaves the family and loses only what was shared",
          "steps": [
            {"do": "buy", "customer": "ann", "product": "pro.monthly"},
            {"do": "joinFamily", "customer": "ben", "of": "ann"},
            {"do": "buy", "customer": "ben", "product": "news.weekly"},
            {"advance": "PT1H"},
            {"do": "leaveFamily", "customer": "ben"},
            {"expect": {"customer": "ann", "product": "pro.monthly", "entitled": true, "state": "active"}},
            {"expect": {"customer": "ben", "product": "pro.monthly", "entitled": false, "state": "revoked"}},
            {"expect": {"customer": "ben", "product": "news.weekly", "entitled": true, "state": "active"}},
            {"expectNotifications": [
              "SUBSCRIBED.INITIAL_BUY", "SUBSCRIBED.INITIAL_BUY", "SUBSCRIBED.INITIAL_BUY", "REVOKE"
            ]}
          ]
        }
        """,
        """
        {
          "name": "family-stops", "seed": 1034,
          "purpose": "a purchaser stops sharing and shares again",
          "steps": [
            {"do": "joinFamily", "customer": "ben", "of": "ann"},
            {"do": "buy", "customer": "ann", "product": "pro.monthly"},
            {"advance": "P1D"},
            {"do": "stopSharing", "customer": "ann"},
            {"expect": {"customer": "ann", "product": "pro.monthly", "entitled": true, "state": "active"}},
            {"expect": {"customer": "ben", "product": "pro.monthly", "entitled": false, "state": "revoked"}},
            {"advance": "P1D"},
            {"do": "shareWithFamily", "customer": "ann"},
            {"expect": {"customer": "ben", "product": "pro.monthly", "entitled": true, "state": "active"}},
            {"expectNotifications": [
              "SUBSCRIBED.INITIAL_BUY", "SUBSCRIBED.INITIAL_BUY", "REVOKE", "SUBSCRIBED.RESUBSCRIBE"
            ]}
          ]
        }
        """,
    ]
}
