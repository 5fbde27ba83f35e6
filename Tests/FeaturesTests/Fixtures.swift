import Foundation
import StoreTesting

@testable import Features

extension Date {
  /// 2026-01-01T00:00:00Z
  static let newYear = Date(timeIntervalSince1970: 1_767_225_600)

  static func newYear(plus seconds: Double) -> Date { newYear.addingTimeInterval(seconds) }

  /// When an answer was kept.
  static let yesterday = newYear(plus: -86_400)
}

func with<Value>(_ value: Value, _ change: (inout Value) -> Void) -> Value {
  var value = value
  change(&value)
  return value
}

extension TestStore {
  /// This store, which lets a test say only what it is about.
  var nonExhaustive: TestStore {
    exhaustivity = .off
    return self
  }

  /// Sends actions, each after what follows from the one before, for stories of which the end matters.
  func play(_ actions: Action...) async {
    for action in actions {
      await send(action)
      await skipReceivedActions(strict: false)
    }
  }
}

extension ToDo {
  /// A to-do of which only the arguments matter. To-dos with higher numbers are newer.
  static func example(_ number: Int, isDone: Bool = false, dueAt: Date? = nil) -> ToDo {
    let createdAt = Date.newYear(plus: Double(number))
    return ToDo(id: UUID(number), title: "\(number)", isDone: isDone, createdAt: createdAt, dueAt: dueAt)
  }
}

extension ToDoList.Destination.State {
  /// The detail of a to-do whose form is open.
  static func editing(_ toDo: ToDo, _ form: ToDoForm.State? = nil) -> Self {
    .detail(with(ToDoDetail.State(id: toDo.id, toDo: toDo)) { $0.destination = .edit(form ?? ToDoForm.State(toDo)) })
  }
}

extension Article {
  /// An article of which only the id matters.
  static func test(_ id: ID) -> Article {
    let url = URL(string: "https://qiita.example/ada/items/\(id)") ?? URL(filePath: "/")
    return Article(id: id, title: "article-\(id)", url: url, user: User(id: "ada"))
  }
}

extension ToDoRows {
  /// The titles of the visible rows.
  var titles: [String] { self[0..<count].map(\.title) }
}

extension TestClock where Duration == Swift.Duration {
  /// Returns a value after a second, as a service does that takes its time.
  func afterASecond<Value: Sendable>(_ value: Value) async throws -> Value {
    try await sleep(for: .seconds(1))
    return value
  }

  /// Fails after a second.
  func afterASecond<Value>(throwing error: any Error) async throws -> Value {
    try await sleep(for: .seconds(1))
    throw error
  }

  /// The answers of a client that is followed, by what it is asked after. It waits for what comes after the last one.
  func answers<Position: Hashable & Sendable, Answer: Sendable>(
    _ answers: [Position?: Answer]
  ) -> @Sendable (Position?) async throws -> Answer {
    { position in
      if let answer = answers[position] { return answer }
      try await self.sleep(for: .seconds(1_000_000))
      throw CancellationError()
    }
  }
}

extension DependencyValues {
  /// Lets every wait for a network end after this time of the clock.
  mutating func restoreNetwork(after duration: Duration, on clock: TestClock<Duration>) {
    connectivity.restored = { _ in
      try await clock.sleep(for: duration)
      return true
    }
  }
}

// What tests expect of states, without the functions that are tested.

extension PagedList {
  mutating func started(_ request: Request) {
    self.request = request
    failure = nil
  }

  /// These rows are there, and no request runs.
  mutating func loaded(_ query: Query, _ rows: some Sequence<Row>, of total: Int? = nil, next: Cursor? = nil) {
    request = nil
    self.query = query
    self.rows = IdentifiedArray(uniqueElements: rows)
    totalCount = total
    nextCursor = next
  }

  /// The request was cancelled with its view.
  mutating func cancelled(_ request: Request) { (self.request, cancelledRequest) = (nil, request) }

  /// The request runs again.
  mutating func resumed(_ request: Request) { (self.request, cancelledRequest) = (request, nil) }

  mutating func failed(_ request: Request, _ error: APIError) {
    self.request = nil
    failure = Failure(request: request, error: error)
  }
}

extension Recipe {
  static func test(_ id: ID) -> Recipe {
    Recipe(
      id: id,
      title: "レシピ\(id)",
      user: User(name: "ada"),
      ingredients: [Ingredient(id: 1, name: "卵", quantity: "2個")],
      steps: [Step(id: 1, memo: "焼く。")]
    )
  }
}

extension RecipeSummary {
  static func test(_ id: ID) -> RecipeSummary { RecipeSummary(.test(id)) }
}

extension Hashtag {
  static func test(_ id: ID) -> Hashtag { Hashtag(id: id, name: "タグ\(id)") }
}

extension RecipeDetail.State {
  mutating func beginLoading() {
    recipe.isLoading = true
    hashtags.isLoading = true
  }
}

extension RecipeDetail.Part {
  mutating func loadAgain() {
    isLoading = true
    error = nil
  }

  mutating func loaded(_ value: Value) {
    isLoading = false
    self.value = value
  }

  mutating func failed(_ error: APIError) {
    isLoading = false
    self.error = error
  }
}

extension AddHashtags.State {
  mutating func sentAgain() { (isSending, error) = (true, nil) }

  mutating func succeeded() {
    isSending = false
    alert = .hashtagsAdded(.english)
  }

  mutating func failed(_ error: APIError) {
    isSending = false
    self.error = error
  }
}

extension Repository {
  /// A repository of which only the arguments matter.
  static func test(_ id: Int, stars: Int = 0) -> Repository {
    Repository(
      id: id,
      name: "repository-\(id)",
      owner: Owner(login: "ada", avatarURL: URL(filePath: "/ada")),
      stargazersCount: stars,
      htmlURL: URL(string: "https://github.com/ada/repository-\(id)")
    )
  }
}

extension RepositoryDetail.State {
  mutating func beginLoading() {
    isLoading = true
    isLoadingStar = true
  }

  mutating func loaded(_ repository: Repository) {
    isLoading = false
    self.repository = repository
  }

  mutating func starLoaded(_ isStarred: Bool) {
    isLoadingStar = false
    self.isStarred = isStarred
    savedStar = isStarred
  }

  mutating func starLoadFailed(_ error: APIError) {
    isLoadingStar = false
    starFailure = error
  }

  /// A tap has set the star, which is being saved.
  mutating func starTapped(_ isStarred: Bool, stars: Int) {
    self.isStarred = isStarred
    savingStar = isStarred
    repository?.stargazersCount = stars
  }

  mutating func starSaved(_ isStarred: Bool) {
    savingStar = nil
    savedStar = isStarred
  }

  /// The star is again what it was before it was tapped.
  mutating func starTakenBack(_ isStarred: Bool, stars: Int, _ error: APIError) {
    self.isStarred = isStarred
    savingStar = nil
    starFailure = error
    repository?.stargazersCount = stars
  }
}
