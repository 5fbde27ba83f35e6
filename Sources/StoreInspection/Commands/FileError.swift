/// A file that cannot be read or written.
struct FileError: Error {
  enum Access: String { case read, write }

  let access: Access
  let name: String
  let reason: String

  init(_ access: Access, _ name: String, reason: String) {
    self.access = access
    self.name = name
    self.reason = reason
  }

  init(_ access: Access, _ name: String, _ error: SystemError) {
    self.init(access, name, reason: "\(error)")
  }

  var status: ExitCode { access == .read ? .noInput : .noOutput }

  func rendered(for program: String) -> String { "\(program): \(self)\n" }
}

extension FileError: CustomStringConvertible {
  var description: String { "cannot \(access.rawValue) \(name.printable): \(reason)" }
}
