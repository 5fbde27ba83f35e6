// `arbitrary`, so that the compiler checks the body of the method: see the macro `Reducer`.

/// Adds a method `send` to a view, or to another type that shows a feature. The method sends only actions of the view.
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
/// The type needs a property `store`. Uses of `store.send` in it cause a warning.
@attached(member, names: arbitrary)
public macro ViewAction<R: Reducer>(for: R.Type) =
  #externalMacro(module: "StoreMacrosPlugin", type: "ViewActionMacro") where R.Action: ViewAction
