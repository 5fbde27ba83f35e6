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
      ChildReduction(
        parent: parent,
        child: child,
        owner: owner,
        place: BoxPlace(place, isReused: !owner.isTransient),
        instruct: {
          switch path.extract(from: $0) {
          case .presented(let action): .run(action)
          case .dismiss: .dismiss
          case nil: .none
          }
        },
        embed: { [embed = path._embed] in embed(.presented($0)) },
        dismissal: path._embed(.dismiss),
        report: { reportMissingChild("ifLet", action: $0, state: $1, in: .presentation, at: location) }
      ).reduction
    }
  }
}
