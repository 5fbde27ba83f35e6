@usableFromInline struct ElementOfStack<Child: Reducer>: PlacedChild {
  @usableFromInline let child: Child

  @inlinable init(child: Child) {
    self.child = child
  }

  @inlinable func makeReducer<Parent: Reducer>(
    _ site: ChildSite<Parent, StackState<Child.State>, StackAction<Child.State, Child.Action>>
  ) -> ChildReducer<Parent, Child> {
    let location = site.location
    let stack = site.state
    let path = AnyCasePath(site.action)
    return ChildReducer(site, child) { parent, child, owner in
      StackReduction(
        parent: parent,
        destination: child,
        owner: owner,
        stack: StatePlace(stack),
        path: path,
        location: location
      ).reduction
    }
  }
}
