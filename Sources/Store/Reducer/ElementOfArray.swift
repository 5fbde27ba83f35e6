/// The elements of an identified array.
@usableFromInline struct ElementOfArray<ID: Hashable, Child: Reducer>: PlacedChild {
  @usableFromInline let child: Child

  @inlinable init(child: Child) {
    self.child = child
  }

  @inlinable func makeReducer<Parent: Reducer>(
    _ site: ChildSite<Parent, IdentifiedArray<ID, Child.State>, IdentifiedAction<ID, Child.Action>>
  ) -> ChildReducer<Parent, Child> {
    let location = site.location
    let place = StatePlace(site.state)
    let path = AnyCasePath(site.action)
    return ChildReducer(site, child) { parent, child, owner in
      ChildReduction(
        parent: parent,
        child: child,
        owner: owner,
        action: site.action,
        children: ArrayElements(place, location),
        instruct: {
          guard case .element(let id, let action) = path.extract(from: $1) else { return .none }
          return .run(id, action)
        },
        extract: { if case .element(_, let action) = path.extract(from: $0) { action } else { nil } },
        embed: { id in { [embed = path._embed] in embed(.element(id: id, action: $0)) } },
        reportMissing: { reportMissingChild("forEach", action: $0, state: $1, in: .collection, at: location) }
      ).reduction
    }
  }
}
