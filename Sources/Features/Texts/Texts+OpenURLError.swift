extension Texts {
  /// Why a page was not opened and how to fix it.
  public func message(of error: OpenURLError) -> String {
    switch error {
    case .refused(let address, let reason):
      text(
        en: "\(address.isEmpty ? "The address" : address) was not opened because it \(reason). Only web pages are "
          + "opened.",
        ja: "\(address.isEmpty ? "アドレス" : "\(address) ")を開きませんでした（\(self.reason(reason))）。開けるのは Web ページだけです。"
      )
    case .unavailable(let reason, let address):
      sentences(
        text(en: "The page could not be opened. \(reason)", ja: "ページを開けませんでした。\(self.reason(reason))"),
        of: address
      )
    case .failed(let program, nil, let address):
      sentences(
        text(
          en: "The page could not be opened: \(program) can't be run. Check that it is installed properly.",
          ja: "ページを開けませんでした。\(program) を実行できません。正しくインストールされているか確認してください。"
        ),
        of: address
      )
    case .failed(let program, let status?, let address):
      sentences(
        text(
          en: "The page could not be opened: \(program) failed with status \(status). Check that there is a browser.",
          ja: "ページを開けませんでした。\(program) がステータス \(status) で失敗しました。ブラウザーがあるか確認してください。"
        ),
        of: address
      )
    }
  }

  /// The sentences, and the address of the page, if it is known.
  private func sentences(_ problem: String, of address: String?) -> String {
    guard let address else { return problem }
    return sentences(problem, text(en: "Its address: \(address)", ja: "アドレス: \(address)"))
  }
}
