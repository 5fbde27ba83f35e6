import Foundation
import TestSupport
import Testing

@testable import StoreInspection

@Suite(.ownThreads) struct DescriptorTests {
  /// Also where a pipe does not hold all at once.
  @Test(arguments: [5, 1 << 20]) func whatIsNotThereYetIsAwaited(count: Int) throws {
    var ends: [Int32] = [-1, -1]
    try #require(pipe(&ends) == 0)
    defer { for end in ends { close(end) } }
    for end in ends { _ = fcntl(end, F_SETFL, O_NONBLOCK) }
    let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 / 256) }
    Thread { [writer = ends[1]] in try? Descriptor.write(bytes, to: writer) }.start()
    var received: [UInt8] = []
    while received.count < bytes.count { received += try Descriptor.read(ends[0]) }
    #expect(received == bytes)
  }

  @Test func aRefusalIsInTheSystemsWords() {
    #expect(throws: SystemError(EBADF)) { try Descriptor.read(-1) }
    #expect("\(SystemError(EBADF))" == "Bad file descriptor")
  }
}
