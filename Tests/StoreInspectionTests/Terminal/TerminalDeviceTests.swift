import Foundation
import Testing

@testable import StoreInspection

/// What is read of a terminal at once, here through a pipe.
struct TerminalDeviceTests {
  private let pipe = Pipe()

  private func read() -> [UInt8]? { TerminalDevice.read(from: pipe.fileHandleForReading.fileDescriptor) }

  /// Otherwise the Escape at the end of the first read would be taken for the key.
  @Test func aSequenceThatIsSplitIsReadAsAWhole() throws {
    let keys = Array(String(repeating: "a", count: 4_095).utf8) + Array("\u{1B}[A".utf8)
    try pipe.fileHandleForWriting.write(contentsOf: Data(keys))
    let bytes = read()
    #expect(bytes == keys)
    var parser = KeyParser()
    #expect(parser.parse(bytes ?? []).last == .key(.up))
  }

  @Test func theEscapeKeyIsReadAlone() throws {
    try pipe.fileHandleForWriting.write(contentsOf: Data([0x1B]))
    #expect(read() == [0x1B])
  }

  @Test func theLastBytesOfATerminalThatWasClosedAreRead() throws {
    try pipe.fileHandleForWriting.write(contentsOf: Data([0x61, 0x1B]))
    try pipe.fileHandleForWriting.close()
    #expect(read() == [0x61, 0x1B])
    #expect(read() == nil)
  }
}
