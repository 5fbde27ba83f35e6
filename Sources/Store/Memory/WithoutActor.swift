/// Returns a function of the main actor as one that can be called anywhere. `@CasePathable` generates calls.
///
/// Use it only for functions that make a case of an enum with a payload, which is not code of the main actor. They
/// belong to it because the payload's type is written with a reducer that does, as in `case path(StackActionOf<Path>)`:
/// the compiler lets only code of this actor mention the type in this way.
///
/// Safety: functions of a global actor have the same representation as others; `MainActor.assumeIsolated` relies on it.
public func _withoutActor<Payload, Root>(
  _ embed: @escaping @MainActor (Payload) -> Root
) -> (Payload) -> Root {
  unsafeBitCast(embed, to: ((Payload) -> Root).self)
}
