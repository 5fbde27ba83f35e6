extension Texts {
  package var users: String { text(en: "Users", ja: "ユーザー") }
  package var songs: String { text(en: "Songs", ja: "曲") }
  package func songs(by artist: String) -> String { text(en: "Songs by \(artist)", ja: "\(artist) の曲") }
  package var allSongs: String { text(en: "All songs", ja: "すべての曲") }

  /// A heading with the number of rows below it.
  package func heading(_ title: String, count: Int) -> String {
    text(en: "\(title): \(number(count))", ja: "\(title) \(number(count)) 件")
  }

  /// A person's whole name, in the order of the language that it is written in.
  package func name(first: String, last: String) -> String {
    let isEastAsian = (first + last).unicodeScalars.contains { 0x3000...0x9FFF ~= $0.value }
    return isEastAsian ? "\(last) \(first)" : "\(first) \(last)"
  }

  package var nothingThere: String { text(en: "Nothing there", ja: "ありません") }
  package func others(_ count: Int) -> String { text(en: "\(number(count)) more", ja: "ほか \(number(count)) 件") }
}
