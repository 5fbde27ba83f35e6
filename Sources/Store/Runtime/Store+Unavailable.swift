extension Store {
  /// State is changed by actions alone.
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
