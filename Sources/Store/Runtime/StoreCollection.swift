/// The stores of the elements of an identified array or of a stack. Each is made when it is first accessed.
///
/// ```swift
/// for row in store.scope(state: \.rows, action: \.rows) {
///   row.send(.appeared)
/// }
/// ```
///
/// The collection has the elements that existed when it was made. The store of an element that has been removed since
/// returns the state that the element had then, or a newer one that was read or observed. An element that a filter
/// leaves out - `\.filteredRows`, a property that is only computed - may still exist: its store returns the state that
/// it last read, and sends its actions, because the reducer knows whether the element exists.
public struct StoreCollection<ID: Hashable & Sendable, State, Action>: RandomAccessCollection {
  @usableFromInline let elements: [State]
  @usableFromInline let elementIDs: OrderedIDs<ID>
  @usableFromInline let makeStore: (_ id: ID, _ position: Int, _ state: State) -> Store<State, Action>

  @inlinable init(
    elements: some IdentifiedElements<ID, State>,
    makeStore: @escaping (_ id: ID, _ position: Int, _ state: State) -> Store<State, Action>
  ) {
    self.elements = elements._elements
    elementIDs = elements._ids
    self.makeStore = makeStore
  }

  @inlinable public var startIndex: Int { elements.startIndex }
  @inlinable public var endIndex: Int { elements.endIndex }

  /// The store of the element at a position.
  @inlinable public subscript(position: Int) -> Store<State, Action> {
    makeStore(elementIDs[position], position, elements[position])
  }

  /// The store of the element with an id, or `nil` if there is none.
  @inlinable public subscript(id id: ID) -> Store<State, Action>? {
    elementIDs.firstIndex(of: id).map { self[$0] }
  }

  /// The ids of the elements, in their order.
  @inlinable public var ids: [ID] { elementIDs.ids }
}

extension Store where Action: CasePathable {
  /// Returns the stores of the elements of an identified array.
  ///
  /// Under observation tracking this registers the observer for elements that come, go or move, not for changes within
  /// them. Scoping again gives the same store for an element for as long as something holds it.
  @inlinable public func scope<ID, ElementState, ElementAction>(
    state: KeyPath<State, IdentifiedArray<ID, ElementState>>,
    action: KeyPath<Action.AllCasePaths, AnyCasePath<Action, IdentifiedAction<ID, ElementAction>>>
  ) -> StoreCollection<ID, ElementState, ElementAction> {
    scope(elements: state, action: action, embed: Self.elementEmbedding(Action.allCasePaths[keyPath: action]))
  }

  /// Returns the stores of the elements of a navigation stack.
  ///
  /// ```swift
  /// let path = store.scope(state: \.path, action: \.path)
  /// path.last?.send(.doneButtonTapped)  // the same as store.send(.path(.element(id: id, action: .doneButtonTapped)))
  /// ```
  ///
  /// Under observation tracking this registers the observer for elements that come or go, but not for changes within
  /// them. Scoping again gives the same store for an element for as long as something holds it.
  @inlinable public func scope<ElementState, ElementAction>(
    state: KeyPath<State, StackState<ElementState>>,
    action: KeyPath<Action.AllCasePaths, AnyCasePath<Action, StackAction<ElementState, ElementAction>>>
  ) -> StoreCollection<StackElementID, ElementState, ElementAction> {
    scope(elements: state, action: action, embed: Self.elementEmbedding(Action.allCasePaths[keyPath: action]))
  }
}

extension Store {
  /// Returns the stores of the elements of an identified array, for an action path of several cases: `\.list.rows`.
  @_disfavoredOverload
  @inlinable public func scope<ID, ElementState, ElementAction>(
    state: KeyPath<State, IdentifiedArray<ID, ElementState>>,
    action: CaseKeyPath<Action, IdentifiedAction<ID, ElementAction>>
  ) -> StoreCollection<ID, ElementState, ElementAction> {
    scope(elements: state, action: action, embed: Self.elementEmbedding(AnyCasePath(action)))
  }

  /// Returns the stores of the elements of a navigation stack, for an action path of several cases: `\.main.path`.
  @_disfavoredOverload
  @inlinable public func scope<ElementState, ElementAction>(
    state: KeyPath<State, StackState<ElementState>>,
    action: CaseKeyPath<Action, StackAction<ElementState, ElementAction>>
  ) -> StoreCollection<StackElementID, ElementState, ElementAction> {
    scope(elements: state, action: action, embed: Self.elementEmbedding(AnyCasePath(action)))
  }

  @inlinable static func elementEmbedding<ID, ElementAction>(
    _ path: AnyCasePath<Action, IdentifiedAction<ID, ElementAction>>
  ) -> (ID, ElementAction) -> Action {
    { [embed = path._embed] in embed(.element(id: $0, action: $1)) }
  }

  @inlinable static func elementEmbedding<ElementState, ElementAction>(
    _ path: AnyCasePath<Action, StackAction<ElementState, ElementAction>>
  ) -> (StackElementID, ElementAction) -> Action {
    { [embed = path._embed] in embed(.element(id: $0, action: $1)) }
  }

  @inlinable func scope<Elements: IdentifiedElements, ElementAction>(
    elements state: KeyPath<State, Elements>,
    action: AnyKeyPath,
    embed: @autoclosure () -> (Elements.ID, ElementAction) -> Action
  ) -> StoreCollection<Elements.ID, Elements.Element, ElementAction> {
    if core.isTracked(state, .ids) { core.track(state, .ids) { $0.pointee[keyPath: state]._ids } }
    let scope = core.runtime.scoping(state, action) {
      ElementScope<State, Action, Elements.ID, Elements.Element, ElementAction>(elements: state, embed: embed())
    }
    return StoreCollection(elements: core.read(state)) { [core] id, position, elementState in
      let known = core.elementStore(AnyHashable(id), state: state, action: action)
      if let known = exactCast(known, to: Store<Elements.Element, ElementAction>.self) { return known }
      let made = Store<Elements.Element, ElementAction>(
        core: ElementCore(parent: core, state: elementState, scope: scope, id: id, position: position)
      )
      core.remember(made, id: AnyHashable(id), state: state, action: action)
      return made
    }
  }
}
