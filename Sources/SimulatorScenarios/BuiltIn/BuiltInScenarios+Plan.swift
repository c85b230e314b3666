extension BuiltInScenarios {
    /// Changes between the products of a group.
    static let planTexts = [
        """
        {
          "name": "upgrade", "seed": 1017,
          "purpose": "a higher plan begins at once",
          "steps": [
            {"do": "buy", "customer": "ann", "product": "pro.monthly"},
            {"advance": "P10D"},
            {"do": "changePlan", "customer": "ann", "to": "pro.top"},
            {"expect": {"customer": "ann", "product": "pro.top", "entitled": true, "state": "active",
             "until": "2026-02-11"}},
            {"expect": {"customer": "ann", "product": "pro.monthly", "entitled": false, "state": "none"}},
            {"advance": "P31D"},
            {"expect": {"customer": "ann", "product": "pro.top", "entitled": true, "state": "active",
             "until": "2026-03-11"}},
            {"expectNotifications": ["SUBSCRIBED.INITIAL_BUY", "DID_CHANGE_RENEWAL_PREF.UPGRADE", "DID_RENEW"]}
          ]
        }
        """,
        """
        {
          "name": "downgrade", "seed": 1018,
          "purpose": "a lower plan begins with the next renewal",
          "steps": [
            {"do": "buy", "customer": "ann", "product": "pro.monthly"},
            {"advance": "P10D"},
            {"do": "changePlan", "customer": "ann", "to": "pro.basic"},
            {"expect": {"customer": "ann", "product": "pro.monthly", "entitled": true, "state": "active",
             "until": "2026-02-01"}},
            {"advance": "P21D"},
            {"expect": {"customer": "ann", "product": "pro.basic", "entitled": true, "state": "active",
             "until": "2026-03-01"}},
            {"expectNotifications": [
              "SUBSCRIBED.INITIAL_BUY", "DID_CHANGE_RENEWAL_PREF.DOWNGRADE", "DID_RENEW"
            ]}
          ]
        }
        """,
        """
        {
          "name": "downgrade-undone", "seed": 1019,
          "purpose": "a queued change is taken back before it begins",
          "steps": [
            {"do": "buy", "customer": "ann", "product": "pro.monthly"},
            {"advance": "P10D"},
            {"do": "changePlan", "customer": "ann", "to": "pro.basic"},
            {"advance": "P1D"},
            {"do": "cancelPlanChange", "customer": "ann"},
            {"advance": "P20D"},
            {"expect": {"customer": "ann", "product": "pro.monthly", "entitled": true, "state": "active",
             "until": "2026-03-01"}},
            {"expectNotifications": [
              "SUBSCRIBED.INITIAL_BUY", "DID_CHANGE_RENEWAL_PREF.DOWNGRADE",
              "DID_CHANGE_RENEWAL_PREF", "DID_RENEW"
            ]}
          ]
        }
        """,
        """
        {
          "name": "crossgrade", "seed": 1020,
          "purpose": "plans of equal level: one of equal length at once, one of another length with the next renewal",
          "steps": [
            {"do": "buy", "customer": "ann", "product": "pro.monthly"},
            {"advance": "P10D"},
            {"do": "changePlan", "customer": "ann", "to": "pro.partner"},
            {"expect": {"customer": "ann", "product": "pro.partner", "entitled": true, "state": "active",
             "until": "2026-02-11"}},
            {"do": "changePlan", "customer": "ann", "to": "pro.yearly"},
            {"expect": {"customer": "ann", "product": "pro.partner", "entitled": true, "state": "active"}},
            {"advance": "P31D"},
            {"expect": {"customer": "ann", "product": "pro.yearly", "entitled": true, "state": "active",
             "until": "2027-02-11"}},
            {"expectNotifications": [
              "SUBSCRIBED.INITIAL_BUY", "DID_CHANGE_RENEWAL_PREF.UPGRADE",
              "DID_CHANGE_RENEWAL_PREF.DOWNGRADE", "DID_RENEW"
            ]}
          ]
        }
        """,
    ]
}
