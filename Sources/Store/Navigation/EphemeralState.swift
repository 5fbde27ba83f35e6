/// State of something that goes away by itself as soon as it is used, such as an alert.
///
/// A feature that presents ephemeral state handles its actions, but runs no reducer on it: whatever action comes, the
/// state is gone after it. ``AlertState`` and ``ConfirmationDialogState`` are ephemeral.
public protocol EphemeralState {}
