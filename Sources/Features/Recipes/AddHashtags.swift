import Foundation
public import Store

/// The sheet in which hashtags are added to a recipe.
///
/// What has been typed is sent as ``State/value``, once at a time, and stays when it can't be sent. When it could, an
/// alert says so, and closing the alert closes the sheet.
@Reducer
public struct AddHashtags {
  /// What is on show, and what is on its way.
  public struct State: Equatable, Sendable, Encodable {
    /// The recipe.
    public let recipeID: Recipe.ID
    /// The text in the field.
    public var text: String
    /// Whether a request is under way.
    public var isSending = false
    /// Why the last request failed, if it did.
    public var error: APIError?
    /// Says that the hashtags were added.
    @Presents public var alert: AlertState<Action.Alert>?

    /// Makes the sheet of a recipe.
    public init(recipeID: Recipe.ID, text: String = "") {
      self.recipeID = recipeID
      self.text = text
    }

    /// What is sent: the text without white space around it, its full-width spaces and `＃` as their common forms.
    public var value: String {
      text.replacing("\u{3000}", with: " ").replacing("＃", with: "#").trimmingCharacters(in: .whitespacesAndNewlines)
    }

    /// Whether there is something to send, and nothing on its way.
    public var canSend: Bool { !isSending && alert == nil && !value.isEmpty }
  }

  /// What can happen.
  public enum Action: Codable, Equatable, Sendable {
    /// The text in the field has changed.
    case textChanged(String)
    /// The hashtags are to be added.
    case sendButtonTapped
    /// The sheet is to be closed, and what is being sent cancelled. The web service may have received it all the same.
    case cancelButtonTapped
    /// These hashtags were added, or were there already.
    case hashtagsAdded([Hashtag])
    /// The hashtags could not be added.
    case sendingFailed(APIError)
    /// What happens to the alert.
    case alert(PresentationAction<Alert>)

    /// What the alert's button does.
    @CasePathable
    public enum Alert: Codable, Equatable, Sendable {
      /// Closes the alert and the sheet.
      case okButtonTapped
    }
  }

  @Dependency(\.hashtagClient) private var hashtagClient
  @Dependency(\.dismiss) private var dismiss

  /// Makes the reducer.
  public init() {}

  /// Changes the state and says what to send.
  public var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .textChanged(let text):
        state.text = text
        return .none

      case .sendButtonTapped:
        guard state.canSend else { return .none }
        state.isSending = true
        state.error = nil
        return .request("Add hashtags", loaded: Action.hashtagsAdded, failed: Action.sendingFailed) {
          [hashtagClient, recipeID = state.recipeID, value = state.value] in
          try await hashtagClient.addHashtags(recipeID: recipeID, value: value)
        }

      case .cancelButtonTapped, .alert:
        return .run { [dismiss] _ in await dismiss() }

      case .hashtagsAdded:
        state.isSending = false
        state.alert = .hashtagsAdded
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
  /// Says that the hashtags were added.
  public static var hashtagsAdded: Self {
    AlertState {
      TextState("ハッシュタグを追加しました")
    } actions: {
      ButtonState(action: .okButtonTapped) { TextState("OK") }
    }
  }
}
