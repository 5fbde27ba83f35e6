/// The stores of the elements of an identified array, made as they are asked for.
///
/// ```swift
/// for row in store.scope(state: \.rows, action: \.rows) {
///   row.send(.appeared)
/// }
/// ```
///
/// It has the elements that were there when it was made. The store of an element that has been removed since reads what
/// the element was then.
public struct StoreCollection<ID: Hashable & Sendable, State, Action>: RandomAccessCollection {
  private let elements: IdentifiedArray<ID, State>
  private let makeStore: (_ id: ID, _ position: Int, _ state: State) -> Store<State, Action>

  init(
    elements: IdentifiedArray<ID, State>,
    makeStore: @escaping (_ id: ID, _ position: Int, _ state: State) -> Store<State, Action>
  ) {
    self.elements = elements
    self.makeStore = makeStore
  }

  public var startIndex: Int { elements.startIndex }
  public var endIndex: Int { elements.endIndex }

  /// The store of the element at a position.
  public subscript(position: Int) -> Store<State, Action> {
    makeStore(elements.ids[position], position, elements[position])
  }

  /// The store of the element with an id, or `nil` if there is none.
  public subscript(id id: ID) -> Store<State, Action>? {
    elements.index(id: id).map { self[$0] }
  }

  /// The ids of the elements, in their order.
  public var ids: [ID] { Array(elements.ids) }
}

extension Store {
  /// The stores of the elements of an identified array.
  ///
  /// Under observation tracking this registers for elements that come, go or move, but not for changes within them.
  /// Scoping again gives the same store for an element for as long as somebody holds it.
  public func scope<ID, ElementState, ElementAction>(
    state: KeyPath<State, IdentifiedArray<ID, ElementState>>,
    action: CaseKeyPath<Action, IdentifiedAction<ID, ElementAction>>
  ) -> StoreCollection<ID, ElementState, ElementAction> {
    if core.runtime.gate.isTracking { core.track(state, .ids) { $0.pointee[keyPath: state].ids } }
    let embed = core.runtime.scoping(state, action) { ElementEmbedding(AnyCasePath(action)) }
    return StoreCollection(elements: core.read(state)) { [core] id, position, elementState in
      if let element = core.children.element(AnyHashable(id), state: state, action: action)
        as? Store<ElementState, ElementAction>
      {
        return element
      }
      let scoping = Scoping<State, Action, ElementState, ElementAction>(
        isAlwaysThere: false,
        project: Self.projection(state, id, position),
        embed: { embed.path.embed(.element(id: id, action: $0)) }
      )
      let element = Store<ElementState, ElementAction>(
        core: ScopedCore(parent: core, state: elementState, scope: scoping)
      )
      core.children.insert(element: element, id: AnyHashable(id), state: state, action: action)
      return element
    }
  }

  private static func projection<ID, ElementState>(
    _ keyPath: KeyPath<State, IdentifiedArray<ID, ElementState>>,
    _ id: ID,
    _ position: Int
  ) -> (UnsafePointer<State>, (UnsafePointer<ElementState>) -> Void) -> Bool {
    // Elements seldom move: where it was found last is the first place to look.
    var position = position
    func project(
      _ elements: IdentifiedArray<ID, ElementState>,
      _ body: (UnsafePointer<ElementState>) -> Void
    ) -> Bool {
      guard let found = elements.index(id: id, hint: position) else { return false }
      position = found
      return elements.elements.withUnsafeBufferPointer { buffer in
        guard let start = buffer.baseAddress else { return false }
        body(start + found)
        return true
      }
    }
    if let offset = MemoryLayout<State>.offset(of: keyPath) {
      return { state, body in
        let elements = UnsafeRawPointer(state).advanced(by: offset)
          .assumingMemoryBound(to: IdentifiedArray<ID, ElementState>.self)
        return project(elements.pointee, body)
      }
    }
    return { state, body in project(state.pointee[keyPath: keyPath], body) }
  }
}

/// A resolved case path of element actions, shared by all elements of a collection.
private final class ElementEmbedding<Action, ID: Hashable & Sendable, ElementAction> {
  let path: AnyCasePath<Action, IdentifiedAction<ID, ElementAction>>

  init(_ path: AnyCasePath<Action, IdentifiedAction<ID, ElementAction>>) {
    self.path = path
  }
}
