import Dependencies
import Foundation
import Store
import StoreTesting

@testable import Features

extension Date {
  /// 2026-01-01T00:00:00Z
  static let newYear = Date(timeIntervalSince1970: 1_767_225_600)

  static func newYear(plus seconds: Double) -> Date { newYear.addingTimeInterval(seconds) }

  /// When an answer was kept.
  static let yesterday = newYear(plus: -86_400)
}

extension TestStore {
  /// Sends actions, each after what follows from the one before, for stories of which the end matters.
  func play(_ actions: Action...) async {
    for action in actions {
      await send(action)
      await skipReceivedActions(strict: false)
    }
  }
}

extension ToDo {
  /// A to-do of which only the arguments matter. To-dos with higher numbers are newer.
  static func example(_ number: Int, isDone: Bool = false, dueAt: Date? = nil) -> ToDo {
    ToDo(
      id: UUID(number),
      title: "\(number)",
      isDone: isDone,
      createdAt: .newYear(plus: Double(number)),
      dueAt: dueAt
    )
  }
}

extension ToDoRows {
  /// The titles of the visible rows.
  var titles: [String] { self[0..<count].map(\.title) }
}

extension TestClock where Duration == Swift.Duration {
  /// The answers of a client that is followed, by what it is asked after. It waits for what comes after the last one.
  func answers<Position: Hashable & Sendable, Answer: Sendable>(
    _ answers: [Position?: Answer]
  ) -> @Sendable (Position?) async throws -> Answer {
    { position in
      if let answer = answers[position] { return answer }
      try await self.sleep(for: .seconds(1_000_000))
      throw CancellationError()
    }
  }
}
