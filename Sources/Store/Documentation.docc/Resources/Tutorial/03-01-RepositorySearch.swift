import Store

@Reducer
struct RepositorySearch {
  struct State: Equatable, Encodable {
    var query = ""
    var results: IdentifiedArrayOf<Repository> = []
    var isLoading = false
    var failure: String?
  }
}
