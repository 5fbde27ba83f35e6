import Dependencies
import Foundation

@testable import Features

extension Date {
  /// 2026-01-01T00:00:00Z
  static let newYear = Date(timeIntervalSince1970: 1_767_225_600)

  static func newYear(plus seconds: Double) -> Date { newYear.addingTimeInterval(seconds) }
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
