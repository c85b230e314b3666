internal import COpenSSL
internal import Glibc

/// Dates of certificates as Unix seconds.
enum UnixTime {
    /// The seconds of the years 0 to 9999, all that four digits can say; OpenSSL would write on after them.
    static let writable: ClosedRange<Int64> = -62_167_219_200...253_402_300_799

    static func seconds(of time: UnsafePointer<ASN1_TIME>?) throws(OpenSSLError) -> Int64 {
        var fields = unsafe tm()
        // Without a time the call would answer the present one.
        guard let time = unsafe time, unsafe ASN1_TIME_to_tm(time, &fields) == 1 else { throw .malformedDate }
        let days = unsafe daysFromCivil(
            year: Int64(fields.tm_year) + 1900, month: Int64(fields.tm_mon) + 1, day: Int64(fields.tm_mday))
        return unsafe ((days * 24 + Int64(fields.tm_hour)) * 60 + Int64(fields.tm_min)) * 60 + Int64(fields.tm_sec)
    }

    /// Days from 1970-01-01 in the proleptic Gregorian calendar, without a time zone or a C library in between.
    ///
    /// Years begin in March here, so that the leap day is a year's last day.
    static func daysFromCivil(year: Int64, month: Int64, day: Int64) -> Int64 {
        let marchYear = month > 2 ? year : year - 1
        let era = (marchYear >= 0 ? marchYear : marchYear - 399) / 400
        let yearOfEra = marchYear - era * 400
        let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
        let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
        return era * 146_097 + dayOfEra - 719_468
    }
}
