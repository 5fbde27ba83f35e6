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
  /// An element is changed in place, so the cost does not depend on the number of elements. It runs before this
  /// reducer. When an element is removed, its effects are cancelled. An action for an element that does not exist is
  /// reported and changes nothing.
  ///
  /// - Complexity: O(1) for each action. While elements have effects in flight, an action that adds, moves or removes
  ///   elements is O(*n*), because the ids before and after it are compared.
  @inlinable public func forEach<ElementState, ElementAction, ID, Element: Reducer<ElementState, ElementAction>>(
    _ elements: WritableKeyPath<State, IdentifiedArray<ID, ElementState>>,
    action elementAction: CaseKeyPath<Action, IdentifiedAction<ID, ElementAction>>,
    @ReducerBuilder<ElementState, ElementAction> element: () -> Element,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) -> some Reducer<State, Action> {
    let location = IssueLocation(fileID: fileID, filePath: filePath, line: line, column: column)
    let path = AnyCasePath(elementAction)
    let place = StatePlace(elements)
    return ChildReducer(self, element(), state: elements, action: elementAction, location) { parent, element, owner in
      let element = LazyReduction(element, isKept: owner.isKept)
      let captures = owner.isKept ? StateCaptures.local.get() : nil
      return { state, action in
        let before = owner.isKept ? nil : place.look(at: &state) { $0.pointee.ids }
        var effect = Effect<Action>.none
        // The element whose effect this action returns. The owner may not know yet that it has an effect.
        var newID: ID?
        if case .element(let id, let extracted) = path.extract(from: action) {
          let isCaptured = captures?.isActive == true && captures?.enter(place, in: &state, id: AnyHashable(id)) == true
          let elementEffect: Effect<ElementAction>? = place.modify(&state) { elements in
            let effect = elements.index(id: id).map {
              elements.modifyElement(at: $0, location: location) {
                if isCaptured { captures?.begin(at: &$0) }
                let effect = element(&$0, extracted)
                if isCaptured { captures?.settle(at: &$0) }
                return effect
              }
            }
            if isCaptured { captures?.leave(from: &elements) }
            return effect
          }
          switch elementEffect {
          case nil:
            reportMissingChild("forEach", action: action, state: state, in: .collection, at: location)
          case let elementEffect? where !elementEffect.isNone:
            let embed = path._embed
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
        return effect.merge(with: place.look(at: &state) { owner.removal(newID, before: before, now: $0.pointee.ids) })
      }
    }
  }
}
