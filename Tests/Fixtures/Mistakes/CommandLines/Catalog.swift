// A property that is declared with one endpoint can't be loaded from another.
import Features
import Store

struct Library {
  @Get(\.users) var users
  @Get(\.songs) var songs: LoadState<[User]>
  // 8: cannot convert value of type 'KeyPath<EndpointValues, Endpoint<Array<Song>>>' to expected argument type
  //   'KeyPath<EndpointValues, Endpoint<[User]>>'
}
@CasePathable enum LibraryAction {
  case users(GetAction<[User]>)
  case songs(GetAction<[Song]>)
}
struct Catalog: Reducer { var body: some Reducer<Library, LibraryAction> { GetReducer(\.$users, action: \.users) } }
struct OtherCatalog: Reducer {
  var body: some Reducer<Library, LibraryAction> { GetReducer(\.$users, action: \.songs) }
  // 63: cannot convert value of type 'WritableKeyPath<Library, Get<Array<User>>>' to expected argument type
  //   'WritableKeyPath<Library, Get<[Song]>>'
}
func use(_ state: inout Library, _ client: CatalogClient) async throws {
  state.users = .success(try await client.get(\.users))
  state.users = .success(try await client.get(\.songs))
  // 30: cannot convert value of type 'Array<Song>' to expected argument type '[User]'
  state.$users = Get(\.songs)
  // 22: cannot convert value of type 'KeyPath<EndpointValues, Endpoint<Array<Song>>>' to expected argument type
  //   'KeyPath<EndpointValues, Endpoint<[User]>>'
}
