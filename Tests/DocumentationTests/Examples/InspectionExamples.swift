import Dependencies
import Features
import Foundation
import Store
import StoreInspection
import TestSupport
import Testing

@Reducer
struct Count {
  @ObservableState
  struct State: Equatable, Codable {
    var count = 0
    var isLoading = false
  }

  enum Action: Equatable, Codable {
    case incrementButtonTapped
    case refreshPulled
    case closeButtonTapped
  }

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    if action == .incrementButtonTapped { state.count += 1 }
    return .none
  }
}

enum CountScreens {
  func countScreen(_ state: ObservedState<Count.State>, _ context: ScreenContext) -> Screen<Count.Action> {
    var screen = Screen<Count.Action>("Count", width: context.width)
    screen.line("\(state.count)", trailing: state.isLoading ? "…" : "")
    screen.button("[+1]", key: "+", .incrementButtonTapped)
    return screen
  }
}

func countScreen(_ state: ObservedState<Count.State>, _ context: ScreenContext) -> Screen<Count.Action> {
  var screen = Screen<Count.Action>("Count", width: context.width)
  screen.line("\(state.count)")
  return screen
}

@Reducer
struct Profile {
  @ObservableState
  struct State: Equatable {
    var name = ""
    var isPublic = false
  }

  enum Action: BindableAction {
    case binding(BindingAction<State>)
  }

  var body: some ReducerOf<Self> {
    BindingReducer()
  }
}

private func profileScreen(_ state: ObservedState<Profile.State>, _ context: ScreenContext) -> Screen<Profile.Action> {
  var screen = Screen<Profile.Action>("Profile", width: context.width)
  screen.field("name: ", \.name, of: state)
  screen.toggle("public", \.isPublic, of: state)
  return screen
}

private func commands(_ screen: inout Screen<Count.Action>) {
  screen.command("r", "reload", .refreshPulled)
  screen.command(.escape, "back", .closeButtonTapped)
}

private func commandLine() -> StoreCommandLine<Count> {
  var commandLine = StoreCommandLine<Count>("Count", commands: [.run]) {
    Count.State()
  } reducer: {
    Count()
  }
  commandLine.options = [
    DependencyOption("--db", value: "FILE", help: "keep to-dos in this file", isLiveOnly: true) { values, file in
      values.databaseLocation = .file(path: file)
    }
  ]
  commandLine.recordedEndpoints = [
    #endpoint(\.githubClient.searchRepos)
  ]
  commandLine.recordedEndpoints.append(
    .callable("openURL(url:)", madeBy: "OpenURL") { values, record in
      let openURL = values.openURL
      values.openURL = OpenURL { url throws(OpenURLError) in
        do {
          try await record(url) { try await openURL(url) }
        } catch {
          throw error as? OpenURLError ?? .unavailable(reason: "\(error)")
        }
      }
    }
  )
  commandLine.swiftSpellings = [
    .initializer(of: Repository.self, "let id, name, owner, description = nil"),
    .initializer(of: RepositoryDetail.State.self, "let owner, let name") {
      RepositoryDetail.State(owner: $0.owner, name: $0.name)
    },
    // public init() {}
    .initializer(of: Profile.State.self, "") { _ in Profile.State() },
  ]
  commandLine.screen = countScreen
  return commandLine
}

@MainActor private func record() throws {
  let store = Store(initialState: Count.State()) { Count() }
  try store.trace(to: "session.jsonl", feature: "Count", program: "CountApp")
}

struct InspectionExampleTests {
  @Test func aProgramOfOneFeature() async {
    let printed = Locked("")
    let console = Console(isColored: false, write: { text in printed.withLock { $0 += text } }, writeError: { _ in })
    #expect(await commandLine().run(["--help"], console: console) == .passed)
    #expect(printed.withLock { $0 }.contains("Count run"))
  }
}
