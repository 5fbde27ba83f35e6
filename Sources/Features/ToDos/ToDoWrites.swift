import Store

/// The writes that a list has asked for and whose outcome the changes that it follows do not contain yet.
///
/// What is on show is what the database said last with these on top, in their order. So one that fails is simply taken
/// away: what came after it, from here or from elsewhere, stays. One that succeeds stays until the change that it made
/// has come back. They are written one at a time, in their order, so that of two for the same to-do the last one wins.
public struct ToDoWrites: Equatable, Sendable {
  /// Those that are pending, in their order.
  public internal(set) var pending: [ToDoWrite] = []
  /// What the database said last of the to-dos that these change.
  var known: [ToDo.ID: ToDo?] = [:]
  var lastNumber = 0

  /// Makes a list with nothing in it.
  public init() {}

  // MARK: Asking

  /// Adds a write.
  ///
  /// - Parameter revision: The revision that has it, if it is written already.
  mutating func add(_ change: ToDoWrite.Change, writtenAt revision: Int? = nil, to rows: inout ToDoRows) {
    // Of several that only wait to mark the same to-do, the last one counts.
    if case .setDone(let id, _) = change, let last = pending.last, last.progress == .waiting,
      case .setDone(id, _) = last.change
    {
      pending[pending.count - 1].change = change
    } else {
      lastNumber += 1
      let progress = revision.map(ToDoWrite.Progress.written) ?? .waiting
      pending.append(ToDoWrite(number: lastNumber, change: change, progress: progress))
    }
    let write = pending[pending.count - 1]
    for id in write.ids where known[id] == nil { known[id] = .some(rows.all[id: id]) }
    show(write.ids, in: &rows)
  }

  /// The one that is being written.
  var underWay: ToDoWrite? { pending.first { $0.progress == .underWay } }

  /// Begins with the next one, if none is under way.
  mutating func start() -> ToDoWrite? {
    guard underWay == nil else { return nil }
    guard let index = pending.firstIndex(where: { $0.progress == .waiting }) else { return nil }
    pending[index].progress = .underWay
    return pending[index]
  }

  // MARK: Learning

  /// Notes that a write is done.
  ///
  /// - Parameter position: How far the changes have been followed.
  mutating func succeed(_ number: Int, revision: Int, position: ToDoPosition?, rows: inout ToDoRows) {
    guard let index = pending.firstIndex(where: { $0.number == number }) else { return }
    pending[index].progress = .written(revision: revision)
    removeWritten(through: position, rows: &rows)
  }

  /// Takes a write that has failed away.
  ///
  /// - Returns: What it was to change; `nil` if that does not matter any more, because later writes are to change all of
  ///   it again.
  mutating func fail(_ number: Int, rows: inout ToDoRows) -> ToDoWrite.Change? {
    guard let index = pending.firstIndex(where: { $0.number == number }) else { return nil }
    let write = pending.remove(at: index)
    let later = Set(pending[index...].flatMap(\.ids))
    show(write.ids, in: &rows)
    return later.isSuperset(of: write.ids) ? nil : write.change
  }

  /// Puts the content of deleted to-dos, as it was last, into the writes that are to bring them back.
  mutating func update(_ deleted: [ToDo], rows: inout ToDoRows) {
    let deletedByID = Dictionary(deleted.map { ($0.id, $0) }) { $1 }
    for index in pending.indices where pending[index].progress == .waiting {
      guard case .insert(let toDos) = pending[index].change else { continue }
      pending[index].change = .insert(toDos.map { deletedByID[$0.id] ?? $0 })
    }
    show(deleted.map(\.id), in: &rows)
  }

  /// Takes what has changed in the database.
  mutating func receive(_ changes: ToDoChanges, rows: inout ToDoRows) {
    if known.isEmpty { return rows.update(removing: changes.deleted, adding: changes.updated) }
    let deleted = changes.deleted.filter { learn(nil, of: $0) }
    let updated = changes.updated.filter { learn($0, of: $0.id) }
    rows.update(removing: deleted, adding: updated)
    removeWritten(through: changes.position, rows: &rows)
    show(Array(known.keys), in: &rows)
  }

  /// Takes all that is in the database.
  mutating func receive(all toDos: [ToDo], position: ToDoPosition, rows: inout ToDoRows) {
    for id in known.keys { known[id] = .some(nil) }
    for toDo in toDos { _ = learn(toDo, of: toDo.id) }
    rows.replace(with: toDos)
    removeWritten(through: position, rows: &rows)
    show(Array(known.keys), in: &rows)
  }

  /// Keeps what the database says of a to-do that pending writes change, and returns whether there are none.
  private mutating func learn(_ toDo: ToDo?, of id: ToDo.ID) -> Bool {
    guard known[id] != nil else { return true }
    known[id] = .some(toDo)
    return false
  }

  /// Removes what has come back.
  private mutating func removeWritten(through position: ToDoPosition?, rows: inout ToDoRows) {
    guard let reached = position?.revision else { return }
    var ids: [ToDo.ID] = []
    pending.removeAll { write in
      guard case .written(let revision) = write.progress, revision <= reached else { return false }
      ids += write.ids
      return true
    }
    if !ids.isEmpty { show(ids, in: &rows) }
  }

  // MARK: Showing

  /// Brings the rows of these to-dos in line with what is known of them and what is pending, and forgets what is known
  /// of those that nothing pending changes.
  private mutating func show(_ ids: [ToDo.ID], in rows: inout ToDoRows) {
    guard !ids.isEmpty else { return }
    var current: [ToDo.ID: ToDo] = [:]
    var touched: Set<ToDo.ID> = []
    for id in ids { current[id] = known[id] ?? nil }
    let shown = Set(ids)
    for write in pending {
      for id in write.ids where shown.contains(id) { touched.insert(id) }
      switch write.change {
      case .setDone(let id, let isDone): current[id]?.isDone = isDone
      case .delete(let ids): for id in ids { current[id] = nil }
      case .insert(let toDos):
        for toDo in toDos where shown.contains(toDo.id) && current[toDo.id] == nil { current[toDo.id] = toDo }
      }
    }
    var removed: [ToDo.ID] = []
    var updated: [ToDo] = []
    // In a fixed order, so that runs are repeatable.
    for id in ids where known[id] != nil {
      if let toDo = current[id] { updated.append(toDo) } else { removed.append(id) }
      if !touched.contains(id) { known[id] = nil }
    }
    rows.update(removing: removed, adding: updated)
  }
}

extension ToDoWrites: Encodable {
  /// Encodes those that are pending.
  public func encode(to encoder: any Encoder) throws { try pending.encode(to: encoder) }
}
