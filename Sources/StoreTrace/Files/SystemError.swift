import Foundation

/// The error of a system call, with the description of the system, so that all messages about files use the same words.
package struct SystemError: Error, Equatable, CustomStringConvertible {
  package let code: Int32

  /// - Parameter code: The number of the error; by default that of the last system call.
  package init(_ code: Int32 = errno) {
    self.code = code
  }

  package var description: String {
    var text = [CChar](repeating: 0, count: 256)
    guard strerror_r(code, &text, text.count) == 0 else { return "system error \(code)" }
    return String(decoding: text.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
  }
}
