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
    case .unavailable(let reason):
      text(en: "The page could not be opened. \(reason)", ja: "ページを開けませんでした。\(self.reason(reason))")
    case .failed(let program, nil):
      text(
        en: "The page could not be opened: \(program) can't be run. Check that it is installed properly.",
        ja: "ページを開けませんでした。\(program) を実行できません。正しくインストールされているか確認してください。"
      )
    case .failed(let program, let status?):
      text(
        en: "The page could not be opened: \(program) failed with status \(status). Check that there is a browser.",
        ja: "ページを開けませんでした。\(program) がステータス \(status) で失敗しました。ブラウザーがあるか確認してください。"
      )
    }
  }
}
