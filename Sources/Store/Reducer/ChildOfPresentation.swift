/// A child in a property marked `@Presents`.
@usableFromInline struct ChildOfPresentation<Child: Reducer>: PlacedChild {
  @usableFromInline let child: Child

  @inlinable init(child: Child) {
    self.child = child
  }

  @inlinable func makeReducer<Parent: Reducer>(
    _ site: ChildSite<Parent, PresentationState<Child.State>, PresentationAction<Child.Action>>
  ) -> ChildReducer<Parent, Child> {
    let location = site.location
    let place = site.state
    let path = AnyCasePath(site.action)
    return ChildReducer(site, child) { parent, child, owner in
      let children = OnlyChild(BoxPlace(place, isReused: !owner.isTransient))
      return ChildReduction(
        parent: parent,
        child: child,
        owner: owner,
        action: site.action,
        children: children,
        instruct: {
          switch path.extract(from: $1) {
          case .presented(let action): .run(.only, action)
          case .dismiss: .dismiss(children.ids(in: &$0))
          case nil: .none
          }
        },
        extract: { if case .presented(let action) = path.extract(from: $0) { action } else { nil } },
        embed: { _ in { [embed = path._embed] in embed(.presented($0)) } },
        dismissal: { _ in path._embed(.dismiss) },
        reportMissing: { reportMissingChild("ifLet", action: $0, state: $1, in: .presentation, at: location) }
      ).reduction
    }
  }
}
