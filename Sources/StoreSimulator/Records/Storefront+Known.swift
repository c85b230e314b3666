extension Storefront {
    /// The store of a country or region, where it is among those known here.
    public static func named(_ countryCode: String) -> Storefront? { known.first { $0.countryCode == countryCode } }

    /// Stores with Apple's numbers and the currencies of their prices.
    public static let known: [Storefront] = [
        ("USA", "143441", "USD"), ("FRA", "143442", "EUR"), ("DEU", "143443", "EUR"), ("GBR", "143444", "GBP"),
        ("AUT", "143445", "EUR"), ("BEL", "143446", "EUR"), ("FIN", "143447", "EUR"), ("GRC", "143448", "EUR"),
        ("IRL", "143449", "EUR"), ("ITA", "143450", "EUR"), ("LUX", "143451", "EUR"), ("NLD", "143452", "EUR"),
        ("PRT", "143453", "EUR"), ("ESP", "143454", "EUR"), ("CAN", "143455", "CAD"), ("SWE", "143456", "SEK"),
        ("NOR", "143457", "NOK"), ("DNK", "143458", "DKK"), ("CHE", "143459", "CHF"), ("AUS", "143460", "AUD"),
        ("NZL", "143461", "NZD"), ("JPN", "143462", "JPY"), ("HKG", "143463", "HKD"), ("SGP", "143464", "SGD"),
        ("CHN", "143465", "CNY"), ("KOR", "143466", "KRW"), ("IND", "143467", "INR"), ("MEX", "143468", "MXN"),
        ("TWN", "143470", "TWD"), ("POL", "143478", "PLN"), ("TUR", "143480", "TRY"), ("BRA", "143503", "BRL"),
    ].map { Storefront(countryCode: $0, identifier: $1, currency: $2) }
}
