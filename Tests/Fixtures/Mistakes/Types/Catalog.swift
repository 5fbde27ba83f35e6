// A property that is declared with one endpoint can't be loaded from another.
import Features
import Store

struct Users {
  @Get(\.users) var users
  @Get(\.songs) var songs: LoadState<[User]>
  // 4: cannot convert value of type 'Get<[Song]>' to specified type 'LoadState<[User]>'
}

@CasePathable enum UsersAction {
  case users(GetAction<[User]>)
  case songs(GetAction<[Song]>)
}

struct LoadUsers: Reducer {
  var body: some Reducer<Users, UsersAction> {
    GetReducer(\.$users, action: \.users)
    GetReducer(\.$users, action: \.songs)
    // 34: cannot convert value of type 'CaseKeyPath' to expected argument type
  }
}

func loadUsers(_ state: inout Users, _ client: CatalogClient) async throws {
  state.users = .success(try await client.get(\.users))
  state.users = .success(try await client.get(\.songs))
  // 36: cannot convert value of type
  state.$users = Get(\.songs)
  // 18: cannot assign value of type
}
