import Foundation

/// The two ends of a terminal: text that is written to one can be read from the other.
package struct PseudoTerminal {
  package let master: FileHandle
  package let slave: FileHandle

  package struct Unavailable: Error {}

  /// The text that was written. Call it when no writer is left: the last read then ends with an error instead of
  /// waiting.
  package var output: String {
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 4096)
    while case let count = read(master.fileDescriptor, &buffer, buffer.count), count > 0 { bytes += buffer[..<count] }
    return String(decoding: bytes, as: UTF8.self)
  }

  package init() throws {
    var descriptors: (master: Int32, slave: Int32) = (-1, -1)
    guard openpty(&descriptors.master, &descriptors.slave, nil, nil, nil) == 0 else { throw Unavailable() }
    // Otherwise programs that other tests start meanwhile would keep the terminal open.
    for descriptor in [descriptors.master, descriptors.slave] { _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC) }
    master = FileHandle(fileDescriptor: descriptors.master, closeOnDealloc: true)
    slave = FileHandle(fileDescriptor: descriptors.slave, closeOnDealloc: true)
  }
}
