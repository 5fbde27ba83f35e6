import Foundation
import Store
import TestSupport
import Testing

/// Shared values in files that other processes write.
@Suite(.ownThreads) struct SharedFileTests {
  private let folder = TemporaryFolder()

  private struct Value: Codable, Equatable, Sendable {
    var number = 0
    var text = ""

    var isWhole: Bool { text == String(repeating: "\(number) ", count: 2_000) }
  }

  /// Starts a process that saves values. See the target `SharedValueWriter`.
  private func writer(_ arguments: [String]) throws -> RunningProgram {
    // The program must not crash if it can't print an issue.
    let full = FileHandle(forWritingAtPath: "/dev/full") ?? FileHandle.nullDevice
    return try RunningProgram(arguments, program: "SharedValueWriter", errors: full)
  }

  @Test func killedProcessesLeaveTheOldFileOrTheNewOne() throws {
    let file = folder.path("value.json")
    var random = SeededRandomNumberGenerator(seed: 1)
    var number = 0
    let count = randomInputs(70)
    for kill in 0..<count {
      let process = try writer([file, "\(number + 1)"])
      let saved = Int.random(in: 0...2, using: &random)
      for _ in 0..<saved { number = try #require(process.nextLine().flatMap { Int($0) }) }
      usleep(UInt32.random(in: 0...3_000, using: &random))
      process.kill()
      while let line = process.nextLine() { number = try #require(Int(line)) }
      guard FileManager.default.fileExists(atPath: file) else {
        #expect(number == 0, "kill \(kill)")
        continue
      }
      let value = try JSONDecoder().decode(Value.self, from: Data(contentsOf: URL(filePath: file)))
      try #require(value.isWhole, "kill \(kill)")
      // The process may have saved one more value, and been killed before it could report it.
      try #require([number, number + 1].contains(value.number), "kill \(kill)")
      number = value.number
    }
    #expect(number > count / 2, "the processes have saved")
  }

  @Test func whatTheSystemRefusesIsToldInItsWords() async throws {
    try Data("1".utf8).write(to: URL(filePath: folder.path("file")))
    try await withDependencies {
      $0.defaultFileStorage = .fileSystem
    } operation: {
      @Shared(.fileStorage(URL(filePath: folder.path("")))) var unreadable = Value()
      let message = "\(try #require($unreadable.loadError))"
      #expect(message.contains("could not be read: Is a directory\n"), "\(message)")
      @Shared(.fileStorage(URL(filePath: folder.path("file/value.json")))) var unwritable = Value()
      let shared = $unwritable
      let error = await #expect(throws: (any Error).self) { try await shared.save() }
      let reason = "its folder can't be made (File exists)"
      #expect(error.map { "\($0)" } == "The file could not be written: \(reason). What was there before is unharmed.")
    }
  }

  @Test func aFullDiskIsAnErrorAndTheValueStays() throws {
    let file = folder.path("value.json")
    let first = try writer([file, "1", "--count", "1"])
    #expect(first.nextLine() == "1")
    #expect(first.nextLine() == nil)
    let second = try writer([file, "2", "--count", "1", "--file-size", "1000"])
    let line = try #require(second.nextLine())
    #expect(line.hasPrefix("2 stays: The file could not be written: File too large."), "\(line)")
    let value = try JSONDecoder().decode(Value.self, from: Data(contentsOf: URL(filePath: file)))
    #expect(value.number == 1)
    #expect(value.isWhole)
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path("")) == ["value.json"])
  }
}
