#if os(Linux) || os(macOS)
  import Foundation
  import Testing

  @testable import StoreMacros

  @Suite struct MessageStreamTests {
    /// The output of a stream for these bytes, with an answer that repeats each message.
    private func output(for input: [UInt8]) throws -> [UInt8] {
      let incoming = Pipe()
      let outgoing = Pipe()
      let stream = MessageStream(
        input: incoming.fileHandleForReading.fileDescriptor,
        output: outgoing.fileHandleForWriting.fileDescriptor
      )
      try incoming.fileHandleForWriting.write(contentsOf: input)
      try incoming.fileHandleForWriting.close()
      stream.serve { $0 + $0 }
      try outgoing.fileHandleForWriting.close()
      return try outgoing.fileHandleForReading.readToEnd().map(Array.init) ?? []
    }

    private func frame(_ message: String) -> [UInt8] {
      [UInt8(message.utf8.count & 255), UInt8(message.utf8.count >> 8), 0, 0, 0, 0, 0, 0] + Array(message.utf8)
    }

    @Test func conversation() throws {
      #expect(try output(for: []) == [])
      #expect(try output(for: frame("a") + frame("") + frame("bc")) == frame("aa") + frame("") + frame("bcbc"))
      let long = String(repeating: "é", count: 10_000)
      #expect(try output(for: frame(long)) == frame(long + long))
    }

    @Test(arguments: [1, 7, 8, 9, 12])
    func partOfAMessage(count: Int) throws {
      #expect(try output(for: frame("a") + frame("bcdef").prefix(count)) == frame("aa"))
    }

    @Test func impossibleLengths() throws {
      for length: [UInt8] in [
        [255, 255, 255, 255, 255, 255, 255, 255], [0, 0, 0, 0, 0, 0, 0, 128], [1, 0, 0, 64, 0, 0, 0, 0],
      ] {
        #expect(try output(for: frame("a") + length + Array("bc".utf8)) == frame("aa"))
      }
      // The gigabyte that the length announces is not allocated before it arrives.
      #expect(try output(for: [0, 0, 0, 64, 0, 0, 0, 0] + Array("bc".utf8)) == [])
    }

    @Test func nobodyListens() throws {
      let incoming = Pipe()
      try incoming.fileHandleForWriting.write(contentsOf: frame("a") + frame("b"))
      try incoming.fileHandleForWriting.close()
      var count = 0
      // This end is not open for writing.
      let descriptor = incoming.fileHandleForReading.fileDescriptor
      MessageStream(input: descriptor, output: descriptor).serve {
        count += 1
        return $0
      }
      #expect(count == 1)
    }
  }
#endif
