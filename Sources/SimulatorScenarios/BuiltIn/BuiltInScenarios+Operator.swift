extension BuiltInScenarios {
    /// What the operator, the App Store and others do.
    static let operatorTexts = [
        """
        {
          "name": "extension", "seed": 1035,
          "purpose": "the operator extends a renewal date twice, and may not a third time",
          "steps": [
            {"do": "buy", "customer": "ann", "product": "pro.monthly"},
            {"advance": "P40D"},
            {"do": "extendRenewalDate", "customer": "ann", "days": 10, "requestIdentifier": "first"},
            {"expect": {"customer": "ann", "product": "pro.monthly", "entitled": true, "state": "active",
             "until": "2026-03-11"}},
            {"advance": "P1D"},
            {"do": "extendRenewalDate", "customer": "ann", "days": 5, "requestIdentifier": "second"},
            {"expect": {"customer": "ann", "product": "pro.monthly", "entitled": true, "state": "active",
             "until": "2026-03-16"}},
            {"advance": "P1D"},
            {"do": "extendRenewalDate", "customer": "ann", "days": 5, "requestIdentifier": "third"},
            {"expectError": "subscriptionMaxExtension"},
            {"expectNotifications": [
              "SUBSCRIBED.INITIAL_BUY", "DID_RENEW", "RENEWAL_EXTENDED", "RENEWAL_EXTENDED"
            ]}
          ]
        }
        """,
        """
        {
          "name": "mass-extension", "seed": 1036,
          "purpose": "all subscriptions to a product are extended, but for one that is not paid",
          "steps": [
            {"do": "buy", "customer": "ann", "product": "pro.monthly"},
            {"do": "buy", "customer": "ben", "product": "pro.monthly"},
            {"do": "paymentFails", "customer": "ben"},
            {"advance": "P31D"},
            {"do": "massExtend", "product": "pro.monthly", "days": 14, "requestIdentifier": "outage",
             "storefronts": ["USA"]},
            {"expect": {"customer": "ann", "product": "pro.monthly", "entitled": true, "state": "active",
             "until": "2026-03-15"}},
            {"expect": {"customer": "ben", "product": "pro.monthly", "entitled": false,
             "state": "billingRetry"}},
            {"expectNotifications": [
              "SUBSCRIBED.INITIAL_BUY", "SUBSCRIBED.INITIAL_BUY", "DID_RENEW", "DID_FAIL_TO_RENEW",
              "RENEWAL_EXTENDED", "RENEWAL_EXTENSION.FAILURE", "RENEWAL_EXTENSION.SUMMARY"
            ]}
          ]
        }
        """,
        """
        {
          "name": "test-notification", "seed": 1037,
          "purpose": "a test is asked for",
          "steps": [
            {"do": "requestTestNotification"},
            {"expectNotifications": ["TEST"]}
          ]
        }
        """,
        """
        {
          "name": "external-purchase", "seed": 1038,
          "purpose": "tokens of external purchases: one that is not reported, one of a custom link",
          "steps": [
            {"do": "createExternalPurchaseToken"},
            {"advance": "P1D"},
            {"do": "createExternalPurchaseToken", "type": "SERVICES", "expirationDate": "2099-12-31"},
            {"advance": "P35D"},
            {"expectNotifications": [
              "EXTERNAL_PURCHASE_TOKEN.UNREPORTED", "EXTERNAL_PURCHASE_TOKEN.CREATED",
              "EXTERNAL_PURCHASE_TOKEN.UNREPORTED", "EXTERNAL_PURCHASE_TOKEN.ACTIVE_TOKEN_REMINDER"
            ]}
          ]
        }
        """,
        """
        {
          "name": "rescind-consent", "seed": 1039,
          "purpose": "a parent withdraws consent for a child's use of the app",
          "steps": [
            {"do": "downloadApp", "customer": "ann", "version": "2.0"},
            {"advance": "P10D"},
            {"do": "rescindConsent", "customer": "ann"},
            {"expectNotifications": ["RESCIND_CONSENT"]}
          ]
        }
        """,
        """
        {
          "name": "advanced-commerce", "seed": 1040,
          "purpose": "a subscription moves to Advanced Commerce, and gets other names and another price",
          "steps": [
            {"do": "buy", "customer": "ann", "product": "pro.monthly"},
            {"advance": "P5D"},
            {"do": "migrate", "customer": "ann"},
            {"expect": {"customer": "ann", "product": "pro.monthly", "entitled": true, "state": "active",
             "until": "2026-02-01"}},
            {"advance": "P1D"},
            {"do": "metadataUpdate", "customer": "ann", "displayName": "Pro", "description": "All of it"},
            {"advance": "P1D"},
            {"do": "priceChange", "customer": "ann", "price": 14990},
            {"expect": {"customer": "ann", "product": "pro.monthly", "entitled": true, "state": "active"}},
            {"advance": "P24D"},
            {"expect": {"customer": "ann", "product": "pro.monthly", "entitled": true, "state": "active"}},
            {"expectNotifications": [
              "SUBSCRIBED.INITIAL_BUY", "MIGRATION", "METADATA_UPDATE", "PRICE_CHANGE", "DID_RENEW"
            ]}
          ]
        }
        """,
    ]
}
