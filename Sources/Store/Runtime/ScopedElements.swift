/// The elements of a collection that stores were made for. One object for all of them, because there can be very many.
///
/// Before a reducer runs, the collection is copied as a whole, which only adds a reference to its buffers.
final class ScopedElements<ParentState, ID: Hashable & Sendable, State>: ScopedState<ParentState> {
  typealias Elements = (elements: [State], ids: OrderedIDs<ID>)

  override var scope: AnyObject? { elementScope }

  private let elementScope: AnyObject
  private let isInPlace: Bool
  private let look: (UnsafePointer<ParentState>, (UnsafeRawPointer) -> Void) -> Void
  private let copy: (UnsafeRawPointer) -> Elements

  private var stores: [ID: LastState<State>] = [:]
  /// The number of stores at which those that were released are removed.
  private var sweepCount = 16
  /// The elements below which other stores were scoped.
  private var parents: Set<ID> = []
  private var captured: Elements?

  /// - Parameters:
  ///   - type: The type of the collection.
  ///   - look: Passes the address of the collection to a function.
  ///   - copy: Copies a collection at an address.
  init(
    _ type: Any.Type,
    scope: AnyObject,
    isInPlace: Bool,
    look: @escaping (UnsafePointer<ParentState>, (UnsafeRawPointer) -> Void) -> Void,
    copy: @escaping (UnsafeRawPointer) -> Elements
  ) {
    elementScope = scope
    self.isInPlace = isInPlace
    self.look = look
    self.copy = copy
    super.init(type)
  }

  /// The last state of the element with an id: that of an earlier store, or a new one.
  func last(_ id: ID, _ state: State) -> LastState<State> {
    if let known = stores[id] { return known }
    if stores.count >= sweepCount { sweep() }
    let last = LastState(state)
    stores[id] = last
    return last
  }

  func addParent(_ id: ID) {
    parents.insert(id)
  }

  /// Removes the stores that were released.
  private func sweep() {
    // Moved out, and released last: the `deinit` of a state may run user code.
    var all = stores
    stores = [:]
    var used: [ID: LastState<State>] = [:]
    for index in all.indices where !isKnownUniquelyReferenced(&all.values[index]) {
      used[all.keys[index]] = all.values[index]
    }
    stores = used
    parents = parents.filter { used[$0] != nil }
    sweepCount = max(16, used.count * 2)
    withExtendedLifetime(all) {}
  }

  override var isUsed: Bool { !stores.isEmpty }

  override func capture(
    in parent: UnsafePointer<ParentState>,
    isInPlace isParentInPlace: Bool,
    by captures: StateCaptures
  ) {
    look(parent) { collection in
      captured = copy(collection)
      if isParentInPlace { captures.add(self, at: isInPlace ? collection : nil, in: parent) }
    }
  }

  override func settle(in parent: UnsafePointer<ParentState>) {
    guard let before = captured.take() else { return }
    look(parent) { keep(from: before, to: copy($0)) }
    withExtendedLifetime(before) {}
  }

  override func keep(from before: UnsafePointer<ParentState>, to after: UnsafePointer<ParentState>?) {
    look(before) { collection in
      let before = copy(collection)
      guard let after else { return keep(from: before, to: nil) }
      look(after) { keep(from: before, to: copy($0)) }
    }
  }

  private func keep(from before: Elements, to after: Elements?) {
    // Nothing in a buffer that both refer to was changed.
    if let after, after.ids.place == before.ids.place, after.elements.hasSameBuffer(as: before.elements) { return }
    sweep()
    before.elements.withUnsafeBufferPointer { elements in
      // Most changes add elements or change some.
      if after?.ids.ids.starts(with: before.ids.ids) != true {
        for (id, last) in stores where after?.ids.contains(id) != true {
          guard let position = before.ids.firstIndex(of: id), let state = elements.address(at: position) else {
            continue
          }
          last.keep(state)
          last.keepChildren(from: state, to: nil)
        }
      }
      guard let after else { return }
      after.elements.withUnsafeBufferPointer { changed in
        for id in parents {
          guard let last = stores[id], let position = before.ids.firstIndex(of: id),
            let state = elements.address(at: position),
            let newPosition = after.ids.firstIndex(of: id, hint: position)
          else { continue }
          last.keepChildren(from: state, to: changed.address(at: newPosition))
        }
      }
    }
  }

  // MARK: CapturedState

  override func release() {
    captured = nil
  }

  override func retake(from address: UnsafeMutableRawPointer) {
    captured = copy(address)
  }

  override func captureChildren(at address: UnsafeMutableRawPointer, id: AnyHashable?, by captures: StateCaptures) {
    last(of: id)?.captureChildren(at: address.assumingMemoryBound(to: State.self), by: captures)
  }

  override func settleChildren(at address: UnsafeMutableRawPointer, id: AnyHashable?) {
    last(of: id)?.settleChildren(at: address.assumingMemoryBound(to: State.self))
  }

  private func last(of id: AnyHashable?) -> LastState<State>? {
    guard !parents.isEmpty, let id = id?.base as? ID, parents.contains(id) else { return nil }
    return stores[id]
  }
}

extension Array {
  fileprivate func hasSameBuffer(as other: Self) -> Bool {
    withUnsafeBufferPointer { buffer in other.withUnsafeBufferPointer { buffer.baseAddress == $0.baseAddress } }
  }
}
