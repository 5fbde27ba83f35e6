extension Texts {
  /// Why a link can't be opened and how to fix it.
  public func message(of error: DeepLinkError) -> String {
    text(
      en: "The link \(error.link) can't be opened: \(explanation(of: error.problem))",
      ja: "リンク \(error.link) を開けません。\(explanation(of: error.problem))"
    )
  }

  func explanation(of problem: DeepLinkError.Problem) -> String {
    switch problem {
    case .tooLong(let limit):
      text(en: "it is longer than \(number(limit)) bytes.", ja: "\(number(limit)) バイトを超えています。")
    case .noAddress:
      text(
        en: "it is not an address. Links look like app://recipes/42.",
        ja: "アドレスではありません。リンクは app://recipes/42 のように書きます。"
      )
    case .otherScheme:
      text(en: "it must begin with app://.", ja: "app:// で始めてください。")
    case .extraPart:
      text(
        en: "it must have no user, port or fragment.",
        ja: "ユーザー名、ポート、フラグメントは含められません。"
      )
    case .unreadablePath:
      text(en: "a part of its path is not text.", ja: "パスに文字列でない部分があります。")
    case .unreadableParameter(let name):
      text(
        en: "its parameter \(name) is empty, not text, or there twice.",
        ja: "パラメーター \(name) が空か、文字列でないか、2 回あります。"
      )
    case .unknownPlace:
      text(
        en: "there is no place of that name. There are repos, articles, recipes, todos, catalog and bookmarks.",
        ja: "その名前の場所はありません。repos、articles、recipes、todos、catalog、bookmarks があります。"
      )
    case .unknownPart(let place):
      text(
        en: "\(place) has no such place. There is \(english(DeepLink.places(place))).",
        ja: "\(place) にその場所はありません。使えるリンク: \(DeepLink.places(place).joined(separator: "、"))"
      )
    case .noRecipeID(let id):
      text(
        en: "\(id) is not the id of a recipe, which is a number from 1 on.",
        ja: "\(id) はレシピの ID ではありません。ID は 1 以上の数です。"
      )
    case .noToDoID(let id):
      text(
        en: "\(id) is not the id of a to-do, which is a UUID.",
        ja: "\(id) は ToDo の ID ではありません。ID は UUID です。"
      )
    }
  }

  private func english(_ links: [String]) -> String {
    guard let last = links.last, links.count > 1 else { return "\(links.first ?? "nothing") only" }
    return links.dropLast().joined(separator: ", ") + " and \(last)"
  }
}
