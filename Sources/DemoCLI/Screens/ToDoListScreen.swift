import StoreInspection
import Features
import Foundation
import Store

/// The list of to-dos, or what is open from it.
///
/// - Parameters:
///   - visible: The offsets of the rows on the screen. No others are looked at, however many there are.
///   - calendar: Says what day a date is.
func toDoListScreen(
  _ state: ToDoList.State,
  visible: Range<Int> = 0..<20,
  calendar: Calendar,
  width: Int = 80
) -> Screen {
  switch state.destination {
  case .create(let form): return createToDoScreen(form, calendar: calendar, width: width)
  case .detail(let detail): return toDoDetailScreen(detail, calendar: calendar, width: width)
  case nil: break
  }
  let rows = state.rows
  var screen = Screen("ToDo", width: width)
  screen.row(
    ToDoFilter.allCases.map { $0 == rows.filter ? "[\($0.title)]" : " \($0.title) " }.joined(separator: " "),
    trailing: "\(rows.count) 件"
  )
  if let problem = state.problem { screen.paragraph(problem.message, .failure) }
  if let failure = state.failure {
    screen.paragraph(failure.message, .failure)
    screen.line("[再試行]", .selected)
  }
  if !state.lastDeleted.isEmpty { screen.line("\(state.lastDeleted.count) 件を削除しました [元に戻す]", .dim) }
  screen.line()

  let visible = visible.clamped(to: 0..<rows.count)
  if visible.lowerBound > 0 { screen.line("↑ 前に \(visible.lowerBound) 件", .dim) }
  for toDo in rows[visible] {
    screen.line("\(toDo.isDone ? "☑" : "☐") \(toDo.title)", toDo.isDone ? .dim : .bold)
    guard let dueAt = toDo.dueAt else { continue }
    let isOverdue = rows.isOverdue(toDo)
    screen.line("   期日: \(calendar.day(dueAt))\(isOverdue ? " (期限切れ)" : "")", isOverdue ? .failure : .dim)
  }
  if visible.upperBound < rows.count { screen.line("↓ 続き \(rows.count - visible.upperBound) 件", .dim) }
  if state.isLoading {
    screen.line("読み込み中…", .dim)
  } else if state.isEmpty {
    screen.line(rows.all.isEmpty ? "ToDo はありません" : "\(rows.filter.title)の ToDo はありません")
  }
  return screen
}

extension ToDoFilter {
  fileprivate var title: String {
    switch self {
    case .all: "すべて"
    case .open: "未完了"
    case .done: "完了"
    case .overdue: "期限切れ"
    }
  }
}

extension Calendar {
  /// A day, written in the same way on every machine: 2026/01/31.
  func day(_ date: Date) -> String {
    let parts = dateComponents([.year, .month, .day], from: date)
    return [parts.year, parts.month, parts.day].map { ($0 ?? 0).twoDigits }.joined(separator: "/")
  }

  /// A minute, written in the same way on every machine: 2026/01/31 23:59.
  func minute(_ date: Date) -> String {
    let parts = dateComponents([.hour, .minute], from: date)
    return "\(day(date)) \((parts.hour ?? 0).twoDigits):\((parts.minute ?? 0).twoDigits)"
  }
}

extension Int {
  fileprivate var twoDigits: String { 0..<10 ~= self ? "0\(self)" : "\(self)" }
}
