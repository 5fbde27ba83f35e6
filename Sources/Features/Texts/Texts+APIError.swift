import Foundation

extension Texts {
  /// What happened to a request and how to fix it.
  public func message(of error: APIError) -> String {
    switch error {
    case .noConnection(let reason) where Reason(rawValue: reason) == .workingOffline:
      text(
        en:
          "No request was sent because this app works offline. Choose “\(workOnline)” in \(bookmarks), then try again.",
        ja: "オフラインにしているため、リクエストを送りませんでした。「\(bookmarks)」で「\(workOnline)」を選んで、もう一度お試しください。"
      )
    case .noConnection(let reason):
      text(
        en: "No connection to the server: \(reason). Check the network and the address, then try again.",
        ja: "サーバーに接続できません（\(self.reason(reason))）。ネットワークとアドレスを確認して、もう一度お試しください。"
      )
    case .timeout(let seconds):
      text(
        en: "The server did not answer within \(decimal(seconds)) seconds. Try again later.",
        ja: "サーバーから \(decimal(seconds)) 秒以内に応答がありませんでした。しばらくしてから、もう一度お試しください。"
      )
    case .untrustedServer(let reason):
      text(
        en:
          "The server's certificate is not accepted: \(reason). Check the address. If the server is to be trusted, add "
          + "its authority to those of this system; on Linux, SSL_CERT_FILE can name a file of them.",
        ja: "サーバーの証明書を信頼できません（\(self.reason(reason))）。アドレスを確認してください。信頼するサーバーであれば、その認証局を"
          + "システムに追加してください。Linux では、SSL_CERT_FILE で証明書のファイルを指定できます。"
      )
    case .cancelled:
      text(en: "The request was cancelled.", ja: "リクエストはキャンセルされました。")
    case .notHTTP:
      text(
        en: "What answered is not a web server. Check the address.",
        ja: "応答したのは Web サーバーではありません。アドレスを確認してください。"
      )
    case .responseTooLarge(let limit):
      text(
        en: "The server's answer is larger than \(number(limit)) bytes and was not read. Ask for less. If that does "
          + "not help, the server is at fault.",
        ja: "サーバーの応答が \(number(limit)) バイトを超えたため、読み込みませんでした。条件を絞ってください。"
      )
    case .status(let code, let message, let retryAt):
      text(
        en: "\(meaning(of: code)) (\(code)\(message.map { ": \($0)" } ?? "")).\(advice(code, retryAt))",
        ja: "\(meaning(of: code))（\(code)\(message.map { ": \($0)" } ?? "")）。\(advice(code, retryAt))"
      )
    case .invalidFields(let fields, let message):
      text(
        en: "\(meaning(of: 422)) (422\(message.map { ": \($0)" } ?? "")): "
          + fields.map(explanation).joined(separator: "; ") + ".",
        ja: "\(meaning(of: 422))（422\(message.map { ": \($0)" } ?? "")）。"
          + fields.map(explanation).joined(separator: "、") + "。"
      )
    case .rateLimited(let retryAt, let message):
      text(
        en: "Too many requests\(message.map { " (\($0))" } ?? "").\(advice(429, retryAt))",
        ja: "リクエストが多すぎます\(message.map { "（\($0)）" } ?? "")。\(advice(429, retryAt))"
      )
    case .undecodable(let path, let expected):
      text(
        en: "The server's answer can't be read: expected \(expected) \(path.isEmpty ? "as the body" : "at \(path)"). "
          + "Either the server is at fault or this program is too old for it.",
        ja: "サーバーの応答を読み取れません。\(path.isEmpty ? "本文" : " \(path) ")に必要なもの: \(reason(expected))。"
          + "サーバーに問題があるか、このプログラムが古い可能性があります。"
      )
    case .invalidSetting(let name, let problem, let example):
      text(
        en: "\(name) \(problem). Set it to something like \(example).",
        ja: "\(name) が正しくありません（\(reason(problem))）。\(example) のような値を設定してください。"
      )
    case .invalidRequest(let reason):
      self.reason(reason)
    case .unexpected(let reason):
      text(
        en: "Something unexpected went wrong: \(reason). Try again.",
        ja: "予期しない問題が起きました（\(self.reason(reason))）。もう一度お試しください。"
      )
    }
  }

  /// What is wrong with a field, as a part of a sentence.
  private func explanation(of field: InvalidField) -> String {
    let name = field.field
    let problem =
      switch field.code {
      case "missing", "missing_field": text(en: "\(name) is missing", ja: "\(name) がありません")
      case "invalid": text(en: "\(name) has a value that is not valid", ja: "\(name) の値が正しくありません")
      case "already_exists": text(en: "\(name) has a value that is taken", ja: "\(name) の値はすでに使われています")
      case "unprocessable": text(en: "\(name) has a value that can't be processed", ja: "\(name) の値を処理できません")
      case nil, "custom": text(en: "\(name) is refused", ja: "\(name) は受け付けられません")
      case let code?: text(en: "\(name) is refused (\(code))", ja: "\(name) は受け付けられません（\(code)）")
      }
    return problem + (field.message.map { text(en: " (\($0))", ja: "（\($0)）") } ?? "")
  }

  private func meaning(of code: Int) -> String {
    switch code {
    case 304:
      text(
        en: "The server says that nothing has changed, but it was not asked what has changed",
        ja: "変更がないという応答でしたが、変更の有無は問い合わせていません"
      )
    case 401: text(en: "The server does not know who you are", ja: "サーバーにサインインできません")
    case 403: text(en: "The server does not allow this", ja: "この操作はサーバーに許可されていません")
    case 404, 410: text(en: "The server does not have this", ja: "サーバーに見つかりません")
    case 407:
      text(
        en: "A proxy on the way to the server asks who you are",
        ja: "途中のプロキシがユーザー名とパスワードを求めています"
      )
    case 422: text(en: "The server can't make sense of this request", ja: "リクエストの内容をサーバーが処理できません")
    case 300..<400:
      text(
        en: "The server has moved, and its redirect can't be followed",
        ja: "サーバーが移転しましたが、移転先が分かりません"
      )
    case 500...: text(en: "The server has a problem", ja: "サーバーで問題が起きています")
    default: text(en: "The server refused the request", ja: "リクエストはサーバーに拒否されました")
    }
  }

  private func advice(_ code: Int, _ retryAt: Date?) -> String {
    if let retryAt {
      return text(
        en: " Try again after \(time(from: retryAt)).",
        ja: "\(time(from: retryAt)) 以降に、もう一度お試しください。"
      )
    }
    return switch code {
    case 304:
      text(
        en: " Try again. If that does not help, a cache on the way to the server is at fault.",
        ja: "もう一度お試しください。それでも続く場合は、途中のキャッシュに問題があります。"
      )
    case 401:
      text(
        en: " Check that the token is right and has not expired.",
        ja: "トークンが正しく、有効期限が切れていないことを確認してください。"
      )
    case 403:
      text(
        en: " Use a token that may do it, or ask the owner.",
        ja: "権限のあるトークンを使うか、所有者に問い合わせてください。"
      )
    case 404, 410:
      text(
        en: " Check the spelling. It may have been renamed or deleted, or need a token that may see it.",
        ja: "つづりを確認してください。名前が変わったか、削除されたか、権限のあるトークンが必要な可能性があります。"
      )
    case 407:
      text(
        en: " Add a name and a password where the proxy is set.",
        ja: "プロキシの設定にユーザー名とパスワードを追加してください。"
      )
    case 422: text(en: " Correct what you have typed or selected.", ja: "入力または選択した内容を修正してください。")
    case 300..<400:
      text(
        en: " Correct its address if you have set it, or update this program.",
        ja: "アドレスを設定している場合は修正するか、プログラムをアップデートしてください。"
      )
    case 408, 429, 500...: text(en: " Try again later.", ja: "しばらくしてから、もう一度お試しください。")
    default:
      text(
        en: " Try something else. If that does not help, update this program.",
        ja: "別の内容でお試しください。それでも続く場合は、プログラムをアップデートしてください。"
      )
    }
  }

  /// Formats a time, rounded up to the second. Logs are in English and in GMT. There the time zone is named, because
  /// the reader is probably in another one.
  private func time(from date: Date) -> String {
    let seconds = date.timeIntervalSinceReferenceDate.rounded(.up)
    let date = Date(timeIntervalSinceReferenceDate: seconds)
    let text = calendar.component(.second, from: date) == 0 ? minute(date) : second(date)
    return language == .english && calendar.timeZone == .gmt ? "\(text) GMT" : text
  }
}
