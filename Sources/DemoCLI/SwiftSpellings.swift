import Features
import StoreInspection

extension [SwiftSpelling] {
  /// The types of the features whose initializers differ from their stored properties or have default values.
  static var features: Self { repositories + articles + recipes + toDos + others }

  private static var repositories: Self {
    [
      .initializer(
        of: Repository.self,
        "id, name, owner, description = nil, language = nil, stargazersCount = 0, htmlURL = nil, asOf = nil"
      ),
      .initializer(
        of: RepositoryPage.self,
        """
        items, omittedCount = 0, totalCount = nil, isIncomplete = false, nextPage = nil, rateLimit = nil, \
        headers = [:], asOf = nil
        """
      ),
      .initializer(of: RepositorySort.self, "_ key, _ order"),
      .initializer(of: RateLimit.self, "limit = nil, remaining, resetsAt = nil"),
      .initializer(of: SearchRepos.Results.Request.self, named: "SearchRepos.Results.Request", "query, cursor = nil"),
      .initializer(of: SearchRepos.Results.Failure.self, named: "SearchRepos.Results.Failure", "request, error"),
      .initializer(of: RepositoryDetail.State.self, "let owner, let name") {
        RepositoryDetail.State(owner: $0.owner, name: $0.name)
      },
    ]
  }

  private static var articles: Self {
    [
      .initializer(
        of: Article.self,
        """
        id, title, url, user, likesCount = 0, commentsCount = 0, createdAt = nil, tags = [], pageViewsCount = nil
        """
      ),
      .initializer(of: Article.User.self, "id, name = nil, profileImageURL = nil"),
      .initializer(
        of: ArticlePage.self,
        "items, omittedCount = 0, totalCount = nil, nextPage = nil, rateLimit = nil, asOf = nil"
      ),
      .initializer(of: Articles.List.Request.self, named: "Articles.List.Request", "query, cursor = nil"),
      .initializer(of: Articles.List.Failure.self, named: "Articles.List.Failure", "request, error"),
    ]
  }

  private static var recipes: Self {
    [
      .initializer(
        of: Recipe.self,
        #"id, title, description = "", imageURL = nil, publishedAt = nil, user, ingredients = [], steps = [], asOf = nil"#
      ),
      .initializer(of: Recipe.User.self, "name, imageURL = nil"),
      .initializer(of: Recipe.Ingredient.self, "id, name, quantity = nil"),
      .initializer(of: Recipe.Step.self, "id, memo, imageURL = nil"),
      .initializer(
        of: RecipeSummary.self,
        #"id, title, description = "", imageURL = nil, publishedAt = nil, user, ingredients = []"#
      ),
      .initializer(of: RecipePage.self, "recipes, omittedCount = 0, nextCursor = nil, asOf = nil"),
      .initializer(of: RecipeHashtags.self, "recipeID, hashtags, omittedCount = 0, asOf = nil"),
      .initializer(of: RecipeList.Row.self, "recipe, hashtags = nil, omittedCount = 0, isStale = false"),
      .initializer(of: RecipeDetail.State.self, "id") { RecipeDetail.State(id: $0.id) },
      .initializer(of: RecipeDetail.Part<Recipe>.self, "_ value = nil") { RecipeDetail.Part($0.value) },
      .initializer(of: RecipeDetail.Part<[Hashtag]>.self, "_ value = nil") { RecipeDetail.Part($0.value) },
      .initializer(of: AddHashtags.State.self, #"let recipeID, text = """#) {
        AddHashtags.State(recipeID: $0.recipeID, text: $0.text)
      },
    ]
  }

  private static var toDos: Self {
    [
      .initializer(of: ToDo.self, #"id, title, memo = "", isDone = false, createdAt, dueAt = nil"#),
      .initializer(of: ToDoChanges.self, "isStart = false, deleted = [], updated = [], position"),
      .initializer(of: ToDoEdit.self, "title = nil, memo = nil, dueDate = nil"),
      .initializer(of: ToDoDetail.State.self, "id, toDo = nil") { ToDoDetail.State(id: $0.id, toDo: $0.toDo) },
      .initializer(of: ToDoForm.State.self, "_ original = nil") { ToDoForm.State($0.original) },
    ]
  }

  private static var others: Self {
    [
      .initializer(of: Bookmark.self, "id, title, author, url = nil, keptAt"),
      .initializer(of: Bookmark.ID.self, "_ kind, _ key"),
      .initializer(of: Song.self, "id, title, artist, seconds = nil"),
      .initializer(of: RecentSearch.self, "_ subject, _ query"),
      .initializer(of: Preferences.self, "tab = nil, recentSearches = []"),
    ]
  }
}
