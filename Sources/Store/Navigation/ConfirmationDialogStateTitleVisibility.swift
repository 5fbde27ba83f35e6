/// Whether the title of a confirmation dialog is shown.
public enum ConfirmationDialogStateTitleVisibility: String, Hashable, Sendable, Codable {
  /// As is usual where it is shown.
  case automatic
  /// It is there for those who can't see the dialog.
  case hidden
  /// It is shown.
  case visible
}
