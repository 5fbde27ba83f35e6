public import Store

extension Screen where Action: BindableAction {
  /// Adds a field for a text of the state. Each change sends the binding action that sets the text.
  ///
  /// ```swift
  /// screen.field("name: ", \.name, of: state)
  /// screen.toggle("public", \.isPublic, of: state)
  /// ```
  ///
  /// - Parameters:
  ///   - path: The key path of the text.
  ///   - state: The state that the screen is drawn from.
  public mutating func field(
    _ label: String = "",
    _ path: any WritableKeyPath<Action.State, String> & Sendable,
    of state: ObservedState<Action.State>,
    placeholder: String = "",
    trailing: String = "",
    key: ScreenKey? = nil,
    isFirst: Bool = false,
    isMultiline: Bool = false,
    submit: Action? = nil
  ) {
    field(
      label,
      text: state[dynamicMember: path],
      placeholder: placeholder,
      trailing: trailing,
      key: key,
      id: AnyHashable(path as AnyKeyPath),
      isFirst: isFirst,
      isMultiline: isMultiline,
      submit: submit
    ) { .set(path, $0) }
  }

  /// Adds a line that turns a value of the state on and off: `[x] label`. Pressing it sends the binding action that
  /// sets the value.
  ///
  /// - Parameters:
  ///   - path: The key path of the value.
  ///   - state: The state that the screen is drawn from.
  public mutating func toggle(
    _ label: String,
    _ path: any WritableKeyPath<Action.State, Bool> & Sendable,
    of state: ObservedState<Action.State>,
    key: ScreenKey? = nil
  ) {
    let isOn = state[dynamicMember: path]
    button("[\(isOn ? "x" : " ")] \(label)", key: key, id: AnyHashable(path as AnyKeyPath), .set(path, !isOn))
  }
}
