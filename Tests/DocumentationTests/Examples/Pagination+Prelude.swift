struct Post: Equatable, Identifiable, Sendable { let id: Int }
struct Page: Equatable, Sendable {
  var posts: [Post]
  var next: String?
}
