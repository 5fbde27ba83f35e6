import Dependencies
import Features
import Foundation

/// Writes to-dos until it is told to stop, fails, or is killed. It prints JSON values, one per line: a write that it
/// begins (`{"writes": …}`), one that is done (`{"written": …}`), or one that failed (`{"failed": …}`).
///
/// ```sh
/// ToDoWriter <database> <seed> [--count <writes>] [--file-size <bytes>] [--user <id>] [--own]
/// ```
///
/// With `--own` it changes and deletes only its own to-dos, because other processes may delete theirs.
@main
struct ToDoWriter {
  enum Line: Codable {
    case writes(ToDoWrite.Change)
    case written(revision: Int)
    case failed(DatabaseError)
  }

  static func main() async throws {
    let arguments = CommandLine.arguments
    guard arguments.count > 2, let seed = UInt64(arguments[2]) else { return }
    func option(_ name: String) -> Int? {
      arguments.firstIndex(of: name).flatMap { $0 + 1 < arguments.count ? Int(arguments[$0 + 1]) : nil }
    }
    if let size = option("--file-size") { limitFileSize(size) }
    // Permissions do not apply to root.
    if let user = option("--user") { setuid(uid_t(user)) }
    try await withDependencies {
      $0.context = .live
      $0.databaseLocation = .file(path: arguments[1])
    } operation: {
      try await write(option("--count") ?? .max, seed: seed, onlyItsOwn: arguments.contains("--own"))
    }
  }

  private static func write(_ count: Int, seed: UInt64, onlyItsOwn: Bool) async throws {
    @Dependency(\.toDoClient) var toDoClient
    var random = SeededRandomNumberGenerator(seed: seed)
    do {
      var ids = try await ids(toDoClient)
      if onlyItsOwn { ids = [] }
      for number in 0..<count {
        let change = change(number, of: ids, &random)
        try print(.writes(change))
        switch change {
        case .insert(let toDos):
          try print(.written(revision: try await toDoClient.insert(toDos: toDos)))
          ids += toDos.map(\.id)
        case .setDone(let id, let isDone):
          try print(.written(revision: try await toDoClient.setDone(id: id, isDone: isDone)))
        case .delete(let deleted):
          try print(.written(revision: try await toDoClient.delete(ids: deleted).revision))
          ids.removeAll { deleted.contains($0) }
        }
      }
    } catch let error as DatabaseError {
      try print(.failed(error))
    }
  }

  private static func ids(_ toDoClient: ToDoClient) async throws -> [ToDo.ID] {
    var ids: [ToDo.ID] = []
    var changes = try await toDoClient.changes(after: nil)
    ids += changes.updated.map(\.id)
    while case .reading = changes.position {
      changes = try await toDoClient.changes(after: changes.position)
      ids += changes.updated.map(\.id)
    }
    return ids
  }

  private static func change(
    _ number: Int,
    of ids: [ToDo.ID],
    _ random: inout SeededRandomNumberGenerator
  ) -> ToDoWrite.Change {
    guard let id = ids.randomElement(using: &random), Int.random(in: 0..<4, using: &random) > 0 || ids.count > 200
    else {
      let toDos = (0..<Int.random(in: 1...3, using: &random)).map { index in
        ToDo(
          id: UUID(Int(truncatingIfNeeded: random.next())),
          title: "\(number).\(index)",
          memo: String(repeating: "memo ", count: Int.random(in: 0..<2_000, using: &random)),
          createdAt: Date(timeIntervalSinceReferenceDate: Double(number))
        )
      }
      return .insert(toDos)
    }
    return Int.random(in: 0..<3, using: &random) == 0
      ? .delete([id, ids.randomElement(using: &random) ?? id]) : .setDone(id, Bool.random(using: &random))
  }

  private static func print(_ line: Line) throws {
    try FileHandle.standardOutput.write(contentsOf: JSONEncoder().encode(line) + Data("\n".utf8))
  }

  /// Limits the size of files, to simulate a full disk.
  private static func limitFileSize(_ bytes: Int) {
    // Otherwise the process would be killed.
    signal(SIGXFSZ, SIG_IGN)
    var limit = rlimit(rlim_cur: rlim_t(bytes), rlim_max: rlim_t(bytes))
    #if canImport(Glibc)
      setrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit)
    #else
      setrlimit(RLIMIT_FSIZE, &limit)
    #endif
  }
}
