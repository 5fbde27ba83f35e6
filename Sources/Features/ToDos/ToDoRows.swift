public import Foundation
public import Store

/// To-dos in the order of the list, the newest first, and those among them that a filter shows.
///
/// A change of one to-do costs O(log *n*) comparisons, and moves memory where the to-do is inserted, removed, shown or
/// hidden. Offsets are those of the to-dos on show.
public struct ToDoRows: Equatable, Sendable {
  /// All to-dos.
  public internal(set) var all: IdentifiedArrayOf<ToDo> = []
  /// Which of them are on show.
  public internal(set) var filter = ToDoFilter.all
  /// The beginning of the minute for which the rows were last looked at: what was due before it, and is not done, is
  /// overdue.
  public internal(set) var minute = Date.distantPast
  /// When the next to-do will be overdue, or something earlier.
  public internal(set) var nextOverdueAt: Date?
  /// The ids of those on show, unless these are all.
  var shown: [ToDo.ID] = []

  /// Makes a list with nothing in it.
  public init() {}

  /// How many are on show.
  public var count: Int { filter == .all ? all.count : shown.count }

  /// Whether none is on show.
  public var isEmpty: Bool { count == 0 }

  /// The to-do on show at an offset; `nil` if there is none.
  public subscript(offset: Int) -> ToDo? {
    guard offset >= 0, offset < count else { return nil }
    return filter == .all ? all[offset] : all[id: shown[offset]]
  }

  /// The to-dos on show at these offsets, as far as there are any.
  ///
  /// - Complexity: O(*n*) in the number of offsets.
  public subscript(offsets: Range<Int>) -> [ToDo] { offsets.clamped(to: 0..<count).compactMap { self[$0] } }

  /// Whether it is past the minute in which a to-do was due, and it is not done.
  public func isOverdue(_ toDo: ToDo) -> Bool {
    guard !toDo.isDone, let dueAt = toDo.dueAt else { return false }
    return dueAt < minute
  }

  // MARK: Showing

  /// Shows other to-dos.
  ///
  /// - Complexity: O(*n*)
  mutating func show(_ filter: ToDoFilter) {
    self.filter = filter
    updateShown()
  }

  /// Looks at the rows at another time.
  ///
  /// - Complexity: O(*n*) if a to-do may be overdue by now that was not before, or the other way round.
  mutating func look(at now: Date) {
    let minute = now.startOfMinute
    let isWithin = minute >= self.minute && nextOverdueAt.map { minute < $0 } ?? true
    self.minute = minute
    if isWithin { return }
    updateNextOverdueAt()
    if filter == .overdue { updateShown() }
  }

  private func matches(_ toDo: ToDo) -> Bool {
    switch filter {
    case .all: true
    case .open: !toDo.isDone
    case .done: toDo.isDone
    case .overdue: isOverdue(toDo)
    }
  }

  private mutating func updateShown() {
    shown = []
    guard filter != .all else { return }
    for toDo in all where matches(toDo) { shown.append(toDo.id) }
  }

  private func overdueAt(_ toDo: ToDo) -> Date? {
    guard !toDo.isDone, let dueAt = toDo.dueAt, dueAt >= minute else { return nil }
    return dueAt.startOfMinute.addingTimeInterval(60)
  }

  private mutating func updateNextOverdueAt() {
    nextOverdueAt = all.lazy.compactMap(overdueAt).min()
  }

  // MARK: Changing

  /// Removes to-dos, and then adds others or replaces those with the same ids.
  ///
  /// - Complexity: O(log *n*) for each of a few to-dos, and memory is moved if it comes or goes; O(*n* + *m* log *m*) for
  ///   many.
  mutating func update(removing removed: some Collection<ToDo.ID>, adding added: [ToDo] = []) {
    guard removed.count + added.count > 32 else {
      for id in removed { set(nil, id: id) }
      for toDo in added { set(toDo, id: toDo.id) }
      return
    }
    if removed.isEmpty, continues(added) {
      all.append(contentsOf: added)
      if filter != .all { for toDo in added where matches(toDo) { shown.append(toDo.id) } }
      nextOverdueAt = ([nextOverdueAt] + added.map(overdueAt)).compactMap(\.self).min()
      return
    }
    var new: [ToDo.ID: ToDo] = [:]
    for toDo in added { new[toDo.id] = toDo }
    let gone = Set(removed).union(new.keys)
    replace(with: merge(all.filter { !gone.contains($0.id) }.elements, new.values.sorted { $0.comesBefore($1) }))
  }

  /// Puts other to-dos in the place of all, in the order of the list.
  mutating func replace(with toDos: [ToDo]) {
    all = IdentifiedArray(uniqueElements: toDos)
    updateShown()
    updateNextOverdueAt()
  }

  /// Whether new to-dos follow those that are there.
  private func continues(_ added: [ToDo]) -> Bool {
    guard var last = all.last else { return false }
    for toDo in added {
      guard last.comesBefore(toDo), all.index(id: toDo.id) == nil else { return false }
      last = toDo
    }
    return true
  }

  private func merge(_ first: [ToDo], _ second: [ToDo]) -> [ToDo] {
    var result: [ToDo] = []
    result.reserveCapacity(first.count + second.count)
    var next = 0
    for toDo in first {
      while next < second.count, second[next].comesBefore(toDo) {
        result.append(second[next])
        next += 1
      }
      result.append(toDo)
    }
    return result + second[next...]
  }

  /// Adds, replaces or removes one.
  private mutating func set(_ new: ToDo?, id: ToDo.ID) {
    let old = all[id: id]
    guard old != new else { return }
    let staysInPlace = old?.createdAt == new?.createdAt
    if filter != .all {
      let wasShown = old.map(matches) ?? false
      let isShown = new.map(matches) ?? false
      if wasShown != isShown || wasShown && !staysInPlace {
        // Both look at the rows as they are before the change, or at the row that has moved no more.
        if wasShown, let old, let offset = shown.offset(of: old, in: all) { shown.remove(at: offset) }
        if isShown, let new { shown.insert(id, at: shown.offset(for: new, in: all)) }
      }
    }
    if let new, staysInPlace {
      all[id: id] = new
    } else {
      all.remove(id: id)
      if let new { all.insert(new, at: all.partitioningIndex { !$0.comesBefore(new) }) }
    }
    if let overdueAt = new.flatMap(overdueAt) { nextOverdueAt = min(nextOverdueAt ?? overdueAt, overdueAt) }
  }
}

extension ToDoRows: Encodable {
  private enum CodingKeys: CodingKey { case filter, shown, total }

  /// Encodes what is on show.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(filter, forKey: .filter)
    try container.encode(self[0..<count], forKey: .shown)
    try container.encode(all.count, forKey: .total)
  }
}

extension Array<ToDo.ID> {
  /// Where a to-do stands, or would stand, among ids that are in the order of their to-dos.
  fileprivate func offset(for toDo: ToDo, in all: IdentifiedArrayOf<ToDo>) -> Int {
    partitioningIndex { id in all[id: id].map { !$0.comesBefore(toDo) } ?? true }
  }

  fileprivate func offset(of toDo: ToDo, in all: IdentifiedArrayOf<ToDo>) -> Int? {
    let offset = offset(for: toDo, in: all)
    return offset < count && self[offset] == toDo.id ? offset : nil
  }
}

extension RandomAccessCollection where Index == Int {
  /// The first position whose element belongs to the second part, by binary search.
  fileprivate func partitioningIndex(_ belongsToSecondPart: (Element) -> Bool) -> Int {
    var low = startIndex
    var high = endIndex
    while low < high {
      let middle = low + (high - low) / 2
      if belongsToSecondPart(self[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}

extension Date {
  /// The date without seconds. In no time zone does a minute begin at another moment than in UTC.
  var startOfMinute: Date {
    Date(timeIntervalSinceReferenceDate: (timeIntervalSinceReferenceDate / 60).rounded(.down) * 60)
  }
}
