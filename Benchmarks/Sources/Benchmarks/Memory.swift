import Foundation
import Store

/// The memory that scoped stores need.
@MainActor
enum Memory {
  static func printTable() {
    let count = 100_000
    let store = Store(initialState: List.State(count: count)) { List() }
    let before = occupiedBytes()
    let rows = Array(store.scope(state: \.rows, action: \.rows))
    let scoped = occupiedBytes()
    for row in rows {
      nonisolated(unsafe) let row = row
      withObservationTracking {
        use(row.count)
      } onChange: {
      }
    }
    let observed = occupiedBytes()
    print("bytes per scoped child store: \((scoped - before) / count) (budget 400)")
    print("bytes per observed child store: \((observed - before) / count) (budget 800)")
    use(rows)
  }

  /// The memory that the process occupies. With a hundred thousand stores, partly filled pages do not matter.
  static func occupiedBytes() -> Int {
    let fields = (try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8))?.split(separator: " ") ?? []
    return fields.count > 1 ? (Int(fields[1]) ?? 0) * 4096 : 0
  }
}
