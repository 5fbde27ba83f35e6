/// Thrown when a file can't be read or written.
package struct FileError: Error {
  package enum Access: String { case read, write }

  let access: Access
  package let name: String
  package let reason: String

  package init(_ access: Access, _ name: String, reason: String) {
    self.access = access
    self.name = name
    self.reason = reason
  }

  package init(_ access: Access, _ name: String, _ error: SystemError) {
    self.init(access, name, reason: "\(error)")
  }

  package var status: ExitCode { access == .read ? .noInput : .noOutput }

  package func rendered(for program: String) -> String { "\(program): \(self)\n" }
}

extension FileError: CustomStringConvertible {
  package var description: String { "cannot \(access.rawValue) \(name.printable): \(reason)" }
}
