public import Foundation
public import Store

/// All to-dos, newest first, and the rows that are shown: the to-dos that match a filter and a query, in an order.
///
/// A change of one to-do takes O(log *n*) comparisons. Inserting, removing, showing or hiding a to-do also moves
/// memory. Offsets refer to the rows that are shown.
public struct ToDoRows: Equatable, Sendable {
  /// All to-dos.
  public internal(set) var all: IdentifiedArrayOf<ToDo> = []
  /// The filter.
  public internal(set) var filter = ToDoFilter.all
  /// The text to search for in titles and memos, regardless of case, width and accents.
  public internal(set) var query = ""
  /// The order of the rows.
  public internal(set) var order = ToDoOrder.creation
  /// The start of the minute of the last update. A to-do is overdue if it was due before and is not done.
  public internal(set) var minute = Date.distantPast
  /// The time at which the next to-do becomes overdue, or an earlier time.
  public internal(set) var nextOverdueAt: Date?
  /// The identifiers of the rows; empty if all to-dos are shown, newest first.
  var shown: [ToDo.ID] = []

  /// Makes an empty list.
  public init() {}

  /// The number of rows.
  public var count: Int { showsAll ? all.count : shown.count }

  /// Whether there is no row.
  public var isEmpty: Bool { count == 0 }

  /// Whether all to-dos are shown, newest first.
  private var showsAll: Bool { filter == .all && query.isBlank && order == .creation }

  /// The to-do at an offset, or `nil` if there is none.
  public subscript(offset: Int) -> ToDo? {
    guard offset >= 0, offset < count else { return nil }
    return showsAll ? all[offset] : all[id: shown[offset]]
  }

  /// The to-dos at offsets. Offsets beyond the end are ignored.
  ///
  /// - Complexity: O(*n*) in the number of offsets.
  public subscript(offsets: Range<Int>) -> [ToDo] { offsets.clamped(to: 0..<count).compactMap { self[$0] } }

  /// Whether a to-do is not done after the minute in which it was due.
  public func isOverdue(_ toDo: ToDo) -> Bool {
    guard !toDo.isDone, let dueAt = toDo.dueAt else { return false }
    return dueAt < minute
  }

  // MARK: Showing

  /// Selects a filter.
  ///
  /// - Complexity: O(*n*)
  mutating func show(_ filter: ToDoFilter) {
    self.filter = filter
    updateShown()
  }

  /// Selects an order.
  ///
  /// - Complexity: O(*n* log *n*)
  mutating func sort(by order: ToDoOrder) {
    self.order = order
    updateShown()
  }

  /// Searches in titles and memos. White space around the query does not matter.
  ///
  /// - Complexity: O(*n*) in the number of to-dos and the length of their texts
  mutating func search(for query: String) {
    let previous = self.query.withoutOuterSpace
    self.query = query
    if query.withoutOuterSpace != previous { updateShown() }
  }

  /// Updates the current minute and the overdue to-dos.
  ///
  /// - Complexity: O(*n*) if a to-do may have become overdue, or if time has gone back; otherwise O(1).
  mutating func look(at now: Date) {
    let minute = now.startOfMinute
    let isWithin = minute >= self.minute && nextOverdueAt.map { minute < $0 } ?? true
    self.minute = minute
    if isWithin { return }
    updateNextOverdueAt()
    if filter == .overdue { updateShown() }
  }

  private func matches(_ toDo: ToDo) -> Bool {
    let matchesFilter =
      switch filter {
      case .all: true
      case .open: !toDo.isDone
      case .done: toDo.isDone
      case .overdue: isOverdue(toDo)
      }
    guard matchesFilter, !query.isBlank else { return matchesFilter }
    let query = query.withoutOuterSpace
    return toDo.title.holds(query) || toDo.memo.holds(query)
  }

  private mutating func updateShown() {
    shown = []
    if !showsAll { show(all.elements.filter(matches)) }
  }

  /// Adds rows for to-dos, which are ordered newest first. The rows are at the end, or in the places that the current
  /// order gives them.
  private mutating func show(_ toDos: [ToDo]) {
    guard order != .creation else { return shown += toDos.map(\.id) }
    let rows = self[0..<shown.count] + toDos
    shown = rows.sorted(by: order.precedes).map(\.id)
  }

  private func overdueAt(_ toDo: ToDo) -> Date? {
    guard !toDo.isDone, let dueAt = toDo.dueAt, dueAt >= minute else { return nil }
    return dueAt.startOfMinute.addingTimeInterval(60)
  }

  private mutating func updateNextOverdueAt() {
    nextOverdueAt = all.lazy.compactMap(overdueAt).min()
  }

  // MARK: Changing

  /// Removes to-dos. Then adds to-dos, or replaces those with the same identifiers.
  ///
  /// - Complexity: O(log *n*) comparisons for each of a few to-dos. Each insertion and removal also moves memory. For
  ///   many to-dos, O(*n* + *m* log *m*).
  mutating func update(removing removed: some Collection<ToDo.ID>, adding added: [ToDo] = []) {
    guard removed.count + added.count > 32 else {
      for id in removed { set(nil, id: id) }
      for toDo in added { set(toDo, id: toDo.id) }
      return
    }
    if removed.isEmpty, continues(added) {
      all.append(contentsOf: added)
      if !showsAll { show(added.filter(matches)) }
      nextOverdueAt = ([nextOverdueAt] + added.map(overdueAt)).compactMap(\.self).min()
      return
    }
    var new: [ToDo.ID: ToDo] = [:]
    for toDo in added { new[toDo.id] = toDo }
    let gone = Set(removed).union(new.keys)
    replace(with: merge(all.filter { !gone.contains($0.id) }.elements, new.values.sorted { $0.comesBefore($1) }))
  }

  /// Replaces all to-dos with others, which are in list order.
  mutating func replace(with toDos: [ToDo]) {
    all = IdentifiedArray(uniqueElements: toDos)
    updateShown()
    updateNextOverdueAt()
  }

  /// Whether all new to-dos follow the current ones.
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

  /// Adds, replaces or removes a to-do.
  private mutating func set(_ new: ToDo?, id: ToDo.ID) {
    let old = all[id: id]
    guard old != new else { return }
    let staysInPlace = old?.createdAt == new?.createdAt
    if !showsAll {
      let wasShown = old.map(matches) ?? false
      let isShown = new.map(matches) ?? false
      let moves = !staysInPlace || order == .dueDate && old?.dueAt != new?.dueAt
      if wasShown != isShown || wasShown && moves {
        // Both offsets are found before `all` changes. The second one is found after the row has been removed from
        // `shown`.
        if wasShown, let old, let offset = offset(of: old) { shown.remove(at: offset) }
        if isShown, let new { shown.insert(id, at: offset(for: new)) }
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

  /// The offset of a to-do, or its insertion point, among the rows.
  private func offset(for toDo: ToDo) -> Int {
    shown.partitioningIndex { id in all[id: id].map { !order.precedes($0, toDo) } ?? true }
  }

  private func offset(of toDo: ToDo) -> Int? {
    let offset = offset(for: toDo)
    return offset < shown.count && shown[offset] == toDo.id ? offset : nil
  }
}

extension ToDoRows: Encodable {
  private enum CodingKeys: CodingKey { case filter, query, order, shown, total }

  /// Encodes what is shown, and the number of all to-dos.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(filter, forKey: .filter)
    try container.encode(query, forKey: .query)
    try container.encode(order, forKey: .order)
    try container.encode(self[0..<count], forKey: .shown)
    try container.encode(all.count, forKey: .total)
  }
}

extension String {
  /// Whether this text contains another one, regardless of case, width and accents.
  fileprivate func holds(_ text: String) -> Bool {
    range(of: text, options: [.caseInsensitive, .diacriticInsensitive, .widthInsensitive]) != nil
  }
}

extension RandomAccessCollection where Index == Int {
  /// The first index of the second part of a partitioned collection, by binary search.
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
  /// The date without seconds. Minutes begin at the same moments in every time zone.
  var startOfMinute: Date {
    Date(timeIntervalSinceReferenceDate: (timeIntervalSinceReferenceDate / 60).rounded(.down) * 60)
  }
}
