import Dependencies

extension Reducer {
  /// Runs a child's reducer on optional state, while there is some.
  ///
  /// ```swift
  /// Reduce { state, action in
  ///   switch action {
  ///   case .editButtonTapped:
  ///     state.editor = Editor.State()
  ///     return .none
  ///   case .editor(.closed):
  ///     state.editor = nil
  ///     return .none
  ///   case .editor:
  ///     return .none
  ///   }
  /// }
  /// .ifLet(\.editor, action: \.editor) { Editor() }
  /// ```
  ///
  /// The child runs before this reducer, so that it handles the action that ends it. When its state becomes `nil`, or
  /// that of another child (by `id`, if it is `Identifiable`), its effects are cancelled. A child action that comes
  /// while there is no child is reported and changes nothing.
  ///
  /// - Parameters:
  ///   - childState: The child's state.
  ///   - childAction: The case of this reducer's actions that holds the child's.
  ///   - child: The child's reducer.
  @inlinable public func ifLet<ChildState, ChildAction, Child: Reducer<ChildState, ChildAction>>(
    _ childState: WritableKeyPath<State, ChildState?>,
    action childAction: CaseKeyPath<Action, ChildAction>,
    @ReducerBuilder<ChildState, ChildAction> then child: () -> Child,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) -> IfLetReducer<Self, Child> {
    IfLetReducer(
      parent: self,
      child: child(),
      childState: childState,
      childAction: AnyCasePath(childAction),
      location: IssueLocation(fileID: fileID, filePath: filePath, line: line, column: column)
    )
  }
}

/// What ``Reducer/ifLet(_:action:then:fileID:filePath:line:column:)`` returns.
public struct IfLetReducer<Parent: Reducer, Child: Reducer>: Reducer {
  @usableFromInline let parent: Parent
  @usableFromInline let child: Child
  @usableFromInline let childState: WritableKeyPath<Parent.State, Child.State?>
  @usableFromInline let childAction: AnyCasePath<Parent.Action, Child.Action>
  @usableFromInline let location: IssueLocation

  @usableFromInline init(
    parent: Parent,
    child: Child,
    childState: WritableKeyPath<Parent.State, Child.State?>,
    childAction: AnyCasePath<Parent.Action, Child.Action>,
    location: IssueLocation
  ) {
    self.parent = parent
    self.child = child
    self.childState = childState
    self.childAction = childAction
    self.location = location
  }

  @inlinable public func reduce(into state: inout Parent.State, action: Parent.Action) -> Effect<Parent.Action> {
    makeReduction()(&state, action)
  }

  @inlinable public func makeReduction() -> Reduction<Parent.State, Parent.Action> {
    let parent = parent.makeReduction()
    let child = LazyReduction(child)
    let childState = WritableProjection(childState)
    let childAction = childAction
    let location = location
    let identity = ChildIdentity<Child.State>()
    let owner = ScopeOwner()

    func childID(_ state: inout Parent.State) -> ChildID {
      childState.look(at: &state) { child in
        child.modifyWrapped { withUnsafePointer(to: &$0) { identity($0) } } ?? .none
      }
    }

    return { state, action in
      var childEffect = Effect<Child.Action>.none
      let idBefore: ChildID
      if let extracted = childAction.extract(from: action) {
        idBefore = childState.modify(&state) { state in
          let id = state.modifyWrapped { state in
            childEffect = child(&state, extracted)
            return withUnsafePointer(to: &state) { identity($0) }
          }
          return id ?? .none
        }
        if idBefore == .none {
          reportMissingChild("ifLet", action: action, state: state, place: .optional, at: location)
        }
      } else {
        idBefore = childID(&state)
      }
      if idBefore == .none { return parent(&state, action) }

      var effect = Effect<Parent.Action>.none
      if !childEffect.isNone {
        effect = childEffect.map(childAction._embed).scoped(idBefore.element(of: owner))
      }
      effect = effect.merge(with: parent(&state, action))
      if childID(&state) != idBefore {
        effect = effect.merge(with: .cancelScopes([idBefore.element(of: owner)]))
      }
      return effect
    }
  }
}

extension Effect {
  /// Makes the effect that of a child, to be cancelled with it.
  @inlinable func scoped(_ element: ScopeElement) -> Self {
    Self(.scoped(self, element))
  }

  @inlinable static func cancelScopes(_ elements: [ScopeElement]) -> Self {
    Self(.cancelScopes(elements))
  }
}
