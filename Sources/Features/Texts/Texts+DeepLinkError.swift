extension Texts {
  /// Why a link can't be opened and how to fix it.
  public func message(of error: DeepLinkError) -> String {
    text(
      en: "The link \(error.link) can't be opened: \(error.reason)",
      ja: "リンク \(error.link) を開けません: \(reason(error.reason))"
    )
  }
}
