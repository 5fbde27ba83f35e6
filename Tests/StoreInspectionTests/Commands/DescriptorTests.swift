import Dependencies
import Foundation
import TestSupport
import Testing

@testable import StoreInspection

@Suite(.ownThreads) struct DescriptorTests {
  /// Calls `body` with the ends of a pipe that are not blocking: reads and writes return at once.
  private func withPipe(_ body: (_ reader: Int32, _ writer: Int32) throws -> Void) throws {
    var ends: [Int32] = [-1, -1]
    try #require(pipe(&ends) == 0)
    defer { for end in ends { close(end) } }
    for end in ends { _ = fcntl(end, F_SETFL, O_NONBLOCK) }
    try body(ends[0], ends[1])
  }

  @Test func whatIsNotThereYetIsAwaited() throws {
    try withPipe { reader, writer in
      let thread = Thread { try? Descriptor.write(Array("later".utf8), to: writer) }
      thread.start()
      let bytes = try Descriptor.read(reader)
      #expect(bytes == Array("later".utf8))
    }
  }

  @Test func roomThatIsNotThereYetIsAwaited() throws {
    try withPipe { reader, writer in
      // More than a pipe holds.
      let bytes = (0..<1 << 20).map { UInt8(truncatingIfNeeded: $0 / 256) }
      let thread = Thread { try? Descriptor.write(bytes, to: writer) }
      thread.start()
      var received: [UInt8] = []
      while received.count < bytes.count { received += try Descriptor.read(reader) }
      #expect(received == bytes)
    }
  }

  @Test func aRefusalIsInTheSystemsWords() {
    #expect(throws: SystemError(EBADF)) { try Descriptor.read(-1) }
    #expect(throws: SystemError(EBADF)) { try Descriptor.write([1], to: -1) }
    #expect("\(SystemError(EBADF))" == "Bad file descriptor")
  }
}
