/// How to tell whether the state of a child that comes and goes is still that of the same child: by its id if it is
/// `Identifiable`, else by being there.
@usableFromInline struct ChildIdentity<State> {
  private let id: ((UnsafePointer<State>) -> AnyHashable)?

  @usableFromInline init() {
    func identify<I: Identifiable>(_: I.Type) -> (UnsafePointer<State>) -> AnyHashable {
      // `I` is `State`: the compiler can't see it.
      { AnyHashable(UnsafeRawPointer($0).assumingMemoryBound(to: I.self).pointee.id) }
    }
    id = (State.self as? any Identifiable.Type).map { identify($0) }
  }

  @usableFromInline func callAsFunction(_ state: UnsafePointer<State>) -> AnyHashable {
    id?(state) ?? Self.onlyOne
  }

  private static var onlyOne: AnyHashable { AnyHashable(0) }
}
