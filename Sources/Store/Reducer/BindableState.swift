/// A state whose properties have names, so that the bindings that write them can be encoded and decoded.
///
/// `@ObservableState` adds this conformance to a struct: bindings can then write each of its variables that is not
/// private and whose type is `Codable`, `Equatable` and `Sendable`.
///
/// ```swift
/// @Reducer
/// struct Search {
///   @ObservableState
///   struct State: Equatable, Encodable {
///     var query = ""
///     var limit = 10
///   }
///
///   enum Action: BindableAction, Codable {
///     case binding(BindingAction<State>)
///     case searchButtonTapped
///   }
///
///   var body: some ReducerOf<Self> {
///     BindingReducer()
///   }
/// }
/// ```
///
/// The action that writes the query is encoded as `{"binding": {"_0": {"query": "swift"}}}`, and a script sends it with
/// `send binding.query "swift"`.
///
/// A state without the macro lists its properties itself:
///
/// ```swift
/// extension Filter.State: BindableState {
///   static var bindableFields: BindableFields<Self> {
///     var fields = BindableFields<Self>()
///     fields.add("query", \.query)
///     fields.add("limit", \.limit)
///     return fields
///   }
/// }
/// ```
public protocol BindableState: SendableMetatype {
  /// The properties that encoded bindings can write.
  static var bindableFields: BindableFields<Self> { get }
}
