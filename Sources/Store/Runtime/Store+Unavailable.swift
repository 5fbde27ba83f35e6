extension Store {
  /// The value at a key path of the state. The setter is unavailable, because only actions change the state of a store.
  @_disfavoredOverload
  public subscript<Value>(dynamicMember keyPath: WritableKeyPath<State, Value>) -> Value {
    get { self[dynamicMember: keyPath as KeyPath] }
    @available(
      *,
      unavailable,
      message: "A store's state is changed by its reducer: send an action. A form's action is a 'BindableAction'."
    )
    set {}
  }
}
