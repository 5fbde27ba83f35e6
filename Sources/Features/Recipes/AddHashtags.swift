import Foundation
public import Store

/// The sheet that adds hashtags to a recipe.
///
/// The text is sent as ``State/value``, one request at a time. If the request fails, the text stays. If it did not reach
/// the server, it is repeated when there is a network, unless the text is changed before. If it succeeds, an alert
/// appears, and closing the alert closes the sheet.
@Reducer
public struct AddHashtags {
  /// The text, the progress of sending it, and the alert that may be open.
  public struct State: Equatable, Identifiable, Sendable, Encodable {
    /// The identifier of the recipe.
    public let recipeID: Recipe.ID
    /// The text in the text field.
    public var text: String
    /// Whether what was typed into an earlier sheet has yet to be read. What is typed meanwhile continues it.
    public internal(set) var isRestoring = false
    /// Whether what was typed into an earlier sheet has been read. Until then, what is typed is not kept in its place.
    public internal(set) var hasRestored = false
    /// Whether a request is running.
    public var isSending = false
    /// The reason why the last request failed.
    public var error: APIError?
    /// The alert that confirms the addition.
    @Presents public var alert: AlertState<Action.Alert>?

    /// Makes the sheet of a recipe.
    public init(recipeID: Recipe.ID, text: String = "") {
      self.recipeID = recipeID
      self.text = text
    }

    /// The identifier of the recipe. A request of the sheet of one recipe ends if that of another one takes its place.
    public var id: Recipe.ID { recipeID }

    /// The text to send: without surrounding white space, and with full-width spaces and `＃` replaced by their ASCII
    /// forms.
    public var value: String {
      text.replacing("\u{3000}", with: " ").replacing("＃", with: "#").trimmingCharacters(in: .whitespacesAndNewlines)
    }

    /// Whether there is text to send, and it can be changed and is not being read.
    public var canSend: Bool { canChange && !isRestoring && !value.isEmpty }

    /// Whether the text can be changed. It can't be changed while it is being sent, or while the alert is shown that
    /// closes the sheet, because the change would be lost.
    public var canChange: Bool { !isSending && alert == nil }

    /// Shows what was typed into an earlier sheet, continued by what has been typed since this one appeared.
    mutating func restore(_ earlier: String) {
      isRestoring = false
      hasRestored = true
      text = earlier + text
    }
  }

  /// What the user does with the sheet, and the responses of the web service.
  public enum Action: Codable, Equatable, Sendable {
    /// The user changed the text, which can't be changed while it is being sent.
    case textChanged(String)
    /// The user tapped the button that adds the hashtags.
    case sendButtonTapped
    /// The user tapped the button that closes the sheet, discards what was typed, and cancels the request. The web
    /// service may have received it anyway.
    case cancelButtonTapped
    /// The web service added the hashtags. The array includes hashtags that the recipe already had. `omitted` is the
    /// number of hashtags that were left out because they can't be read.
    case hashtagsAdded([Hashtag], omitted: Int = 0)
    /// Adding the hashtags failed.
    case sendingFailed(APIError)
    /// An action of the alert.
    case alert(PresentationAction<Alert>)

    /// The buttons of the alert.
    @CasePathable
    public enum Alert: Codable, Equatable, Sendable {
      /// The user tapped the button that closes the alert and the sheet.
      case okButtonTapped
    }
  }

  private enum CancelID { case send }

  @Dependency(\.hashtagClient) private var hashtagClient
  @Dependency(\.dismiss) private var dismiss
  @Dependency(\.locale) private var locale

  /// Makes the reducer.
  public init() {}

  /// The logic of the sheet, with that of the alert.
  public var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .textChanged(let text):
        guard state.canChange else { return .none }
        state.text = text
        guard state.error?.isWantOfNetwork == true else { return .none }
        // The request with the earlier text is not repeated.
        state.error = nil
        return .cancel(id: CancelID.send)

      case .sendButtonTapped:
        guard state.canSend else { return .none }
        state.isSending = true
        state.error = nil
        return runRequest(
          "Add hashtags",
          loaded: { .hashtagsAdded($0.hashtags, omitted: $0.omittedCount) },
          failed: Action.sendingFailed,
          restored: { store in
            try store.modify("Hashtags are sent again") { state in
              state.isSending = true
              state.error = nil
            }
          },
          // What may have reached the server is not sent twice.
          after: { $0.isWantOfNetwork && !$0.mayHaveReachedServer }
        ) { [hashtagClient, recipeID = state.recipeID, value = state.value] in
          try await hashtagClient.addHashtags(recipeID: recipeID, value: value)
        }
        .cancellable(id: CancelID.send, cancelInFlight: true)

      case .cancelButtonTapped, .alert:
        return .run { _ in await dismiss() }

      case .hashtagsAdded:
        state.isSending = false
        state.alert = .hashtagsAdded(Texts(locale: locale))
        return .none

      case .sendingFailed(let error):
        state.isSending = false
        state.error = error
        return .none
      }
    }
    .ifLet(\.$alert, action: \.alert)
  }
}

extension AlertState where Action == AddHashtags.Action.Alert {
  /// An alert that confirms the addition of hashtags.
  public static func hashtagsAdded(_ texts: Texts) -> Self {
    AlertState {
      TextState(texts.hashtagsAdded)
    } actions: {
      ButtonState(action: .okButtonTapped) { TextState(texts.ok) }
    }
  }
}
