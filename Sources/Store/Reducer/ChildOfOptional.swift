@usableFromInline struct ChildOfOptional<Child: Reducer>: PlacedChild {
  @usableFromInline let child: Child

  @inlinable init(child: Child) {
    self.child = child
  }

  @inlinable func makeReducer<Parent: Reducer>(
    _ site: ChildSite<Parent, Child.State?, Child.Action>
  ) -> ChildReducer<Parent, Child> {
    let location = site.location
    let place = site.state
    let path = AnyCasePath(site.action)
    return ChildReducer(site, child) { parent, child, owner in
      ChildReduction(
        parent: parent,
        child: child,
        owner: owner,
        action: site.action,
        children: OnlyChild(OptionalPlace(StatePlace(place))),
        instruct: { path.extract(from: $1).map { .run(.only, $0) } ?? .none },
        extract: { path.extract(from: $0) },
        embed: { _ in path._embed },
        reportMissing: { reportMissingChild("ifLet", action: $0, state: $1, in: .optional, at: location) }
      ).reduction
    }
  }
}
