@usableFromInline struct ElementOfStack<Child: Reducer>: PlacedChild {
  @usableFromInline let child: Child

  @inlinable init(child: Child) {
    self.child = child
  }

  @inlinable func makeReducer<Parent: Reducer>(
    _ site: ChildSite<Parent, StackState<Child.State>, StackAction<Child.State, Child.Action>>
  ) -> ChildReducer<Parent, Child> {
    let location = site.location
    let place = StatePlace(site.state)
    let path = AnyCasePath(site.action)
    return ChildReducer(site, child) { parent, child, owner in
      let elements = StackElements(place, of: owner, location)
      return ChildReduction(
        parent: parent,
        child: child,
        owner: owner,
        action: site.action,
        children: elements,
        instruct: {
          switch path.extract(from: $1) {
          case .element(let id, let action): return .run(id, action)
          case .popFrom(let id): return .dismiss(id)
          case .push(let id, let state):
            elements.push(state, id: id, in: &$0)
            return .none
          case nil: return .none
          }
        },
        extract: { if case .element(_, let action) = path.extract(from: $0) { action } else { nil } },
        embed: { id in { [embed = path._embed] in embed(.element(id: id, action: $0)) } },
        dismissal: { path._embed(.popFrom(id: $0)) },
        reportMissing: { action, state in
          if case .popFrom(let id) = path.extract(from: action) {
            reportUnfitPop(id, place.value(in: state), at: location)
          } else {
            reportMissingChild("forEach", action: action, state: state, in: .collection, at: location)
          }
        }
      ).reduction
    }
  }
}
