import Dependencies
import Foundation
import Store
import TestSupport
import Testing

@testable import Counter
@testable import StoreInspection

/// The other file in this folder is what `generate-test` makes of this session.
struct CounterGeneratedTests {
  private static let script = """
    section "By hand"
    send incrementButtonTapped
    send stepChanged 5
    send incrementButtonTapped
    send markButtonTapped
    section "By itself"
    send timerButtonTapped
    advance 3s
    send markButtonTapped
    send timerButtonTapped
    send decrementButtonTapped
    send markDeleted {"id": "00000000-0000-0000-0000-000000000000"}
    """

  @Test func isFresh() async throws {
    let made = try await SessionToTest.make(Self.script, program: CounterProgram.commandLine)
    #expect(made.errors == "")
    let file = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "CounterSessionTests.swift")
    try GeneratedTestFile.check(made.output, against: file)
  }
}
