/// State that is presented until something is chosen, such as an alert: any of its actions ends its presentation.
///
/// ``Reducer/ifLet(_:action:destination:fileID:filePath:line:column:)`` sets it to `nil` when one of its actions has been
/// handled. ``AlertState`` and ``ConfirmationDialogState`` are such states.
public protocol EphemeralState<Action> {
  /// What can be chosen.
  associatedtype Action
}
