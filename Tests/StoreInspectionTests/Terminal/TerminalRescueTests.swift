import Execution
import Foundation
import StoreScript
import TestSupport
import Testing

@testable import StoreInspection

struct TerminalRescueTests {
  /// The feature runs on the thread of its actor, whose stack is smaller than that of the main thread.
  @Test func aStackOverflowRestoresTheTerminal() async throws {
    let terminal = try PseudoTerminal()
    var before = termios()
    #expect(tcgetattr(terminal.slave.fileDescriptor, &before) == 0)
    let path = try #require(ttyname(terminal.slave.fileDescriptor).map { String(cString: $0) })
    await #expect(processExitsWith: .signal(SIGSEGV)) { [path = path as String] in
      signal(SIGSEGV, SIG_DFL)
      let device = try TerminalDevice(
        input: open(path, O_RDWR | O_NOCTTY),
        output: open(path, O_RDWR | O_NOCTTY),
        environment: ["TERM": "xterm"]
      )
      device.enter()
      await TerminalRescueTests.overflow(on: StoreActor.forSession())
    }
    var after = termios()
    #expect(tcgetattr(terminal.slave.fileDescriptor, &after) == 0)
    #expect(after.c_lflag == before.c_lflag)
    #expect(after.c_lflag & tcflag_t(ECHO) != 0)
    var bytes = [UInt8](repeating: 0, count: 1000)
    let count = read(terminal.master.fileDescriptor, &bytes, bytes.count)
    let text = String(decoding: bytes.prefix(max(count, 0)), as: UTF8.self)
    #expect(text.hasSuffix("\u{1B}[?25h\u{1B}[?1049l"), "the cursor and the screen: \(text.debugDescription)")
  }

  fileprivate static func overflow(on actor: isolated StoreActor) { print(TestSupport.overflow(1)) }
}
