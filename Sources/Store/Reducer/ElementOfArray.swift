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
    return ChildReducer(site, child) { parent, element, owner in
      let element = LazyReduction(element, in: owner)
      let embed = path._embed
      return { state, action in
        let before = owner.isTransient ? place.look(at: &state) { $0.pointee.ids } : nil
        var sent: (effect: Effect<Child.Action>, id: ID)?
        if case .element(let id, let extracted) = path.extract(from: action) {
          let reportCount = owner.reportCount
          let effect: Effect<Child.Action>? = place.modify(&state) { elements in
            elements.index(id: id).map {
              elements.modifyElement(at: $0, location: location) { element(&$0, extracted) }
            }
          }
          if owner.reportCount > reportCount {
            owner.complete(since: reportCount, by: ScopeElement(owner: owner, id: AnyHashable(id)))
          }
          if effect == nil {
            reportMissingChild("forEach", action: action, state: state, in: .collection, at: location)
          }
          if let effect, !effect.isNone { sent = (effect, id) }
        }
        let effect = parent(&state, action)

        guard sent != nil || owner.isLive || before != nil else { return effect }
        return place.look(at: &state) { elements in
          let ids = elements.pointee.ids
          owner.report(before: before, now: ids)
          guard let sent else { return effect }
          let id = sent.id
          return sent.effect.map { embed(.element(id: id, action: $0)) }
            .scoped(ScopeElement(owner: owner, id: AnyHashable(id)), isGone: !ids.contains(id))
            .merge(with: effect)
        }
      }
    }
  }
}
