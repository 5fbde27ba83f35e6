import Store

/// Asks for translations, has them kept, and rated on a stack of screens.
@Reducer struct Translator {
  @Reducer(state: .equatable, .codable, action: .equatable, .codable) enum Path { case rating(Rating) }
  struct State: Equatable, Encodable {
    var languages: [String] = []
    var translation = ""
    var isKept = false
    var path = StackState<Path.State>()
  }
  enum Action: Equatable, Codable {
    case translateButtonTapped(String)
    case languagesLoaded([String])
    case translated(String)
    case kept
    case rateButtonTapped
    case path(StackActionOf<Path>)
  }
  @Dependency(\.translationClient) var client
  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .translateButtonTapped(let text):
        return .run { [client] send in
          let languages = try await client.languages()
          await send(.languagesLoaded(languages))
          let translation = try await client.translate(text: text, to: languages.first ?? "en")
          await send(.translated(translation))
          try await client.keep(translation: translation)
          await send(.kept)
        }
      case .languagesLoaded(let languages): state.languages = languages
      case .translated(let translation): state.translation = translation
      case .kept: state.isKept = true
      case .rateButtonTapped: state.path.append(.rating(Rating.State(translation: state.translation)))
      case .path: break
      }
      return .none
    }
    .forEach(\.path, action: \.path)
  }
}

/// Says how good a translation is.
@Reducer struct Rating {
  struct State: Equatable, Codable {
    var translation: String
    var stars = 3
    var isSent = false

    init(translation: String) { self.translation = translation }
  }
  enum Action: Equatable, Codable { case starTapped(Int), sendButtonTapped, sent }
  @Dependency(\.translationClient) var client
  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .starTapped(let stars): state.stars = stars
      case .sendButtonTapped:
        return .run { [client, state] send in
          try await client.rate(text: "", translation: state.translation, stars: state.stars, isPublic: true)
          await send(.sent)
        }
      case .sent: state.isSent = true
      }
      return .none
    }
  }
}

/// Its closures run off their caller's actor, as they do by default in a package with default settings.
@DependencyClient struct TranslationClient: Sendable {
  var languages: @Sendable () async throws -> [String]
  var translate: @Sendable (_ text: String, _ to: String) async throws -> String
  var keep: @Sendable (_ translation: String) async throws -> Void
  var rate: @Sendable (_ text: String, _ translation: String, _ stars: Int, _ isPublic: Bool) async throws -> Void
}

nonisolated extension TranslationClient: DependencyKey {
  static let liveValue = TranslationClient(
    languages: { ["de", "fr"] },
    translate: { text, language in "\(text) (\(language))" },
    keep: { _ in },
    rate: { _, _, _, _ in }
  )
  static let mockValue = liveValue
  static let testValue = TranslationClient()
}

nonisolated extension DependencyValues {
  var translationClient: TranslationClient {
    get { self[TranslationClient.self] }
    set { self[TranslationClient.self] = newValue }
  }
}
