import Foundation

/// Why the system has refused something, in its own words: they are the same wherever a file is read or written.
struct SystemError: Error, Equatable, CustomStringConvertible {
  let code: Int32

  /// - Parameter code: The number of the error; that of the call before this one if nothing else is said.
  init(_ code: Int32 = errno) {
    self.code = code
  }

  var description: String {
    var text = [CChar](repeating: 0, count: 256)
    guard strerror_r(code, &text, text.count) == 0 else { return "system error \(code)" }
    return String(decoding: text.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
  }
}
