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
      let element = LazyReduction(element, isKept: owner.isKept)
      return { state, action in
        let before = owner.isKept ? nil : place.look(at: &state) { $0.pointee.ids }
        var effect = Effect<Parent.Action>.none
        // The element whose effect this action returns. The owner may not know yet that it has an effect.
        var newID: ID?
        if case .element(let id, let extracted) = path.extract(from: action) {
          let elementEffect: Effect<Child.Action>? = place.modify(&state) { elements in
            elements.index(id: id).map {
              elements.modifyElement(at: $0, location: location) { element(&$0, extracted) }
            }
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
