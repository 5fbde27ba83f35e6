import Dependencies
import Foundation

extension ToDo {
  /// Inserts the to-dos of demonstrations.
  static func insertSamples(_ connection: DatabaseConnection) throws {
    // 2025-12-29T00:00:00Z
    let start = Date(timeIntervalSince1970: 1_766_966_400)
    func hours(_ hours: Double) -> Date { start.addingTimeInterval(hours * 3_600) }
    let samples = [
      ToDo(id: UUID(1_001), title: "牛乳を買う", isDone: true, createdAt: hours(1), dueAt: hours(12)),
      ToDo(id: UUID(1_002), title: "部屋を片付ける", memo: "本棚から始める", createdAt: hours(2), dueAt: hours(47.5)),
      ToDo(id: UUID(1_003), title: "歯医者に電話する", createdAt: hours(26)),
      ToDo(id: UUID(1_004), title: "年賀状を書く", memo: "祖母\n田中さん\n鈴木さん", createdAt: hours(27), dueAt: hours(96)),
    ]
    for sample in samples { try sample.insert(connection) }
  }
}
