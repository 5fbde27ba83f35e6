/// The case paths of an enum that tell whether two of its values stand for the same thing.
///
/// `@CasePathable` generates this. The presenting `ifLet` uses it to find out whether the child that an enum presents is
/// still the same one: effects of a child that has been replaced by another are cancelled.
public protocol IdentifiedCases<RootOfCases> {
  /// The enum. Not called `Root`: that is what a feature may be called that is a case's payload.
  associatedtype RootOfCases

  /// The case that a value is in, and the identity of its payload.
  func identity(of root: RootOfCases) -> CaseIdentity
}
