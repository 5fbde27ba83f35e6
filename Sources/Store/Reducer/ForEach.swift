import Dependencies

extension Reducer {
  /// Runs a reducer on the elements of an identified array.
  ///
  /// ```swift
  /// struct State {
  ///   var rows: IdentifiedArrayOf<Row.State> = []
  /// }
  /// enum Action {
  ///   case rows(IdentifiedActionOf<Row>)
  /// }
  /// var body: some ReducerOf<Self> {
  ///   Reduce { state, action in
  ///     // The row has run already.
  ///     return .none
  ///   }
  ///   .forEach(\.rows, action: \.rows) { Row() }
  /// }
  /// ```
  ///
  /// An element is changed where it is, so the cost does not depend on how many there are. It runs before this reducer.
  /// When it is removed, its effects are cancelled. An action for an element that is not there is reported and changes
  /// nothing.
  ///
  /// - Complexity: O(1) for each action. While elements have effects in flight, an action that adds, moves or removes
  ///   elements is O(*n*): ids are compared with those before.
  @inlinable public func forEach<ElementState, ElementAction, ID, Element: Reducer<ElementState, ElementAction>>(
    _ elements: WritableKeyPath<State, IdentifiedArray<ID, ElementState>>,
    action elementAction: CaseKeyPath<Action, IdentifiedAction<ID, ElementAction>>,
    @ReducerBuilder<ElementState, ElementAction> element: () -> Element,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) -> ForEachReducer<Self, ID, Element> {
    ForEachReducer(
      parent: self,
      element: element(),
      elements: elements,
      elementAction: elementAction,
      location: IssueLocation(fileID: fileID, filePath: filePath, line: line, column: column)
    )
  }
}

/// What ``Reducer/forEach(_:action:element:fileID:filePath:line:column:)`` returns.
public struct ForEachReducer<Parent: Reducer, ID: Hashable & Sendable, Element: Reducer>: Reducer {
  @usableFromInline let parent: Parent
  @usableFromInline let element: Element
  @usableFromInline let elements: WritableKeyPath<Parent.State, IdentifiedArray<ID, Element.State>>
  @usableFromInline let elementAction: CaseKeyPath<Parent.Action, IdentifiedAction<ID, Element.Action>>
  @usableFromInline let elementPath: AnyCasePath<Parent.Action, IdentifiedAction<ID, Element.Action>>
  @usableFromInline let location: IssueLocation

  @usableFromInline init(
    parent: Parent,
    element: Element,
    elements: WritableKeyPath<Parent.State, IdentifiedArray<ID, Element.State>>,
    elementAction: CaseKeyPath<Parent.Action, IdentifiedAction<ID, Element.Action>>,
    location: IssueLocation
  ) {
    self.parent = parent
    self.element = element
    self.elements = elements
    self.elementAction = elementAction
    elementPath = AnyCasePath(elementAction)
    self.location = location
  }

  public func reduce(into state: inout Parent.State, action: Parent.Action) -> Effect<Parent.Action> {
    makeReduction(isKept: false)(&state, action)
  }

  @inlinable public func makeReduction() -> Reduction<Parent.State, Parent.Action> {
    makeReduction(isKept: true)
  }

  @inlinable func makeReduction(isKept: Bool) -> Reduction<Parent.State, Parent.Action> {
    let parent = parent.reduction(isKept: isKept)
    let element = LazyReduction(element, isKept: isKept)
    let owner = ScopeOwner(
      isKept: isKept,
      identity: OperatorIdentity(
        Self.self,
        state: elements,
        action: elementAction,
        line: location.line,
        column: location.column
      )
    )
    let elements = StatePlace(elements)
    let elementAction = elementPath
    let location = location

    return { state, action in
      let before = isKept ? nil : elements.look(at: &state) { $0.pointee.ids }
      var effect = Effect<Parent.Action>.none
      // An element whose first effect this action starts: nothing is known of it yet.
      var newID: ID?
      if case .element(let id, let extracted) = elementAction.extract(from: action) {
        let elementEffect: Effect<Element.Action>? = elements.modify(&state) { elements in
          elements.index(id: id).map { elements.modifyElement(at: $0, location: location) { element(&$0, extracted) } }
        }
        switch elementEffect {
        case nil:
          reportMissingChild("forEach", action: action, state: state, in: .collection, at: location)
        case let elementEffect? where !elementEffect.isNone:
          let embed = elementAction._embed
          effect =
            elementEffect
            .map { embed(.element(id: id, action: $0)) }
            .scoped(ScopeElement(owner: owner, id: AnyHashable(id)))
          newID = id
        default:
          break
        }
      }
      effect = effect.merge(with: parent(&state, action))

      guard newID != nil || owner.isLive || before != nil else { return effect }
      return effect.merge(
        with: elements.look(at: &state) { owner.removal(newID, before: before, now: $0.pointee.ids) }
      )
    }
  }
}
