import Store

/// The writes of a list that are not yet contained in the changes from the database.
///
/// The list shows the last state of the database with these writes applied in order. A failed write is removed, and all
/// other changes, from here or elsewhere, stay. A successful write stays until the database reports its change. Writes
/// run one at a time and in order, so that the last of several for the same to-do wins.
public struct ToDoWrites: Equatable, Sendable {
  /// The pending writes, in order.
  public internal(set) var pending: [ToDoWrite] = []
  /// The last known states of the to-dos that the pending writes change.
  var known: [ToDo.ID: ToDo?] = [:]
  var lastNumber = 0

  /// Makes a list without writes.
  public init() {}

  // MARK: Writes

  /// Adds a write.
  ///
  /// - Parameter revision: The revision of the write if it has already succeeded.
  mutating func add(_ change: ToDoWrite.Change, writtenAt revision: Int? = nil, to rows: inout ToDoRows) {
    // A waiting write that marks the same to-do is replaced.
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

  /// The running write.
  var underWay: ToDoWrite? { pending.first { $0.progress == .underWay } }

  /// Starts the next write and returns it, unless a write is running.
  mutating func start() -> ToDoWrite? {
    guard underWay == nil else { return nil }
    guard let index = pending.firstIndex(where: { $0.progress == .waiting }) else { return nil }
    pending[index].progress = .underWay
    return pending[index]
  }

  // MARK: Results

  /// Marks a write as successful.
  ///
  /// - Parameter position: The position of the last changes that were read.
  mutating func succeed(_ number: Int, revision: Int, position: ToDoPosition?, rows: inout ToDoRows) {
    guard let index = pending.firstIndex(where: { $0.number == number }) else { return }
    pending[index].progress = .written(revision: revision)
    removeWritten(through: position, rows: &rows)
  }

  /// Removes a failed write.
  ///
  /// - Returns: The change of the write, or `nil` if later writes change all of its to-dos again.
  mutating func fail(_ number: Int, rows: inout ToDoRows) -> ToDoWrite.Change? {
    guard let index = pending.firstIndex(where: { $0.number == number }) else { return nil }
    let write = pending.remove(at: index)
    let later = Set(pending[index...].flatMap(\.ids))
    show(write.ids, in: &rows)
    return later.isSuperset(of: write.ids) ? nil : write.change
  }

  /// Updates waiting writes that restore deleted to-dos with the state of these to-dos at their deletion.
  mutating func update(_ deleted: [ToDo], rows: inout ToDoRows) {
    let deletedByID = Dictionary(deleted.map { ($0.id, $0) }) { $1 }
    for index in pending.indices where pending[index].progress == .waiting {
      guard case .insert(let toDos) = pending[index].change else { continue }
      pending[index].change = .insert(toDos.map { deletedByID[$0.id] ?? $0 })
    }
    show(deleted.map(\.id), in: &rows)
  }

  /// Applies changes of the database.
  mutating func receive(_ changes: ToDoChanges, rows: inout ToDoRows) {
    if known.isEmpty { return rows.update(removing: changes.deleted, adding: changes.updated) }
    let deleted = changes.deleted.filter { learn(nil, of: $0) }
    let updated = changes.updated.filter { learn($0, of: $0.id) }
    rows.update(removing: deleted, adding: updated)
    removeWritten(through: changes.position, rows: &rows)
    show(Array(known.keys), in: &rows)
  }

  /// Replaces all to-dos with those in the database.
  mutating func receive(all toDos: [ToDo], position: ToDoPosition, rows: inout ToDoRows) {
    for id in known.keys { known[id] = .some(nil) }
    for toDo in toDos { _ = learn(toDo, of: toDo.id) }
    rows.replace(with: toDos)
    removeWritten(through: position, rows: &rows)
    show(Array(known.keys), in: &rows)
  }

  /// Stores the state of a to-do if pending writes change it. Returns `true` if no write changes it.
  private mutating func learn(_ toDo: ToDo?, of id: ToDo.ID) -> Bool {
    guard known[id] != nil else { return true }
    known[id] = .some(toDo)
    return false
  }

  /// Removes the successful writes that the changes up to a position contain.
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

  // MARK: Rows

  /// Updates the rows of to-dos from their known states and the pending writes, and removes the known states of to-dos
  /// that no pending write changes.
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
    // A fixed order makes runs repeatable.
    for id in ids where known[id] != nil {
      if let toDo = current[id] { updated.append(toDo) } else { removed.append(id) }
      if !touched.contains(id) { known[id] = nil }
    }
    rows.update(removing: removed, adding: updated)
  }
}

extension ToDoWrites: Encodable {
  /// Encodes the pending writes.
  public func encode(to encoder: any Encoder) throws { try pending.encode(to: encoder) }
}
