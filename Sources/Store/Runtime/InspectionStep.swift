/// Which actions an inspection is about, by their numbers: actions count from 1 since the store was first inspected.
@usableFromInline package struct InspectionStep: Equatable {
  /// The action that was reduced last; for ``Inspection/reduced(action:origin:before:after:)`` the one in question.
  package let number: Int
  /// The action for which the reducer returned what this one came of; 0 for one that came before, `nil` for a user's.
  package let cause: Int?

  @usableFromInline init(number: Int, cause: Int? = nil) {
    self.number = number
    self.cause = cause
  }
}
