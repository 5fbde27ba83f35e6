// The names are `arbitrary`, so that the method's body is checked: see the macro Reducer.

/// Gives a view, or whatever else shows a feature, a method that sends only the actions meant for views.
///
/// ```swift
/// @Reducer
/// struct Login {
///   enum Action: ViewAction {
///     case loggedIn
///     case view(View)
///
///     @CasePathable
///     enum View {
///       case loginButtonTapped
///     }
///   }
/// }
///
/// @ViewAction(for: Login.self)
/// struct LoginScreen {
///   let store: StoreOf<Login>
///
///   func buttonTapped() {
///     send(.loginButtonTapped)
///   }
/// }
/// ```
///
/// The type needs a property `store`. There is a warning where it uses `store.send`.
@attached(member, names: arbitrary)
public macro ViewAction<R: Reducer>(for: R.Type) =
  #externalMacro(module: "StoreMacrosPlugin", type: "ViewActionMacro") where R.Action: ViewAction
