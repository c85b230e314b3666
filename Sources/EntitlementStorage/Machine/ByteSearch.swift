internal import Glibc

/// Compares and finds bytes as fast as the machine can.
///
/// A header is thousands of bytes long and met several times in a notification.
package enum ByteSearch {
    /// Whether both are the same bytes.
    package static func areEqual(_ left: [UInt8], _ right: [UInt8]) -> Bool {
        guard left.count == right.count else { return false }
        return unsafe left.withUnsafeBytes { left in
            unsafe right.withUnsafeBytes { right in
                guard let start = left.baseAddress, let other = right.baseAddress else { return true }
                return unsafe memcmp(start, other, left.count) == 0
            }
        }
    }

    /// The first place in `bytes` where `wanted` stands right after a byte; an empty text stands nowhere.
    package static func position(of wanted: [UInt8], after byte: UInt8, in bytes: [UInt8]) -> Int? {
        unsafe bytes.withUnsafeBytes { bytes -> Int? in
            unsafe wanted.withUnsafeBytes { wanted -> Int? in
                guard let first = bytes.baseAddress, let text = wanted.baseAddress else { return nil }
                var position = 0
                while true {
                    let rest = bytes.count - position
                    let found = unsafe memchr(first + position, Int32(byte), rest)
                    guard let found = unsafe found else { return nil }
                    position = unsafe UnsafeRawPointer(found) - first + 1
                    guard bytes.count - position >= wanted.count else { return nil }
                    if unsafe memcmp(first + position, text, wanted.count) == 0 { return position }
                }
            }
        }
    }
}
