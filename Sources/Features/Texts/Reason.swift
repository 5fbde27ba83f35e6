/// The reasons of failures that this program detects itself, and the most common reasons of the system. An error stores
/// a reason as text, because the system, libraries and servers also give their reasons as text.
///
/// The text is English and part of a sentence, with `%` in place of an argument. ``Texts/reason(_:)`` translates it.
enum Reason: String, CaseIterable {
  // No connection
  case noSuchHost = "there is no such host"
  case noSuchProxy = "there is no such proxy"
  case noSecureConnection = "no secure connection could be made"
  case connectionLost = "the connection was lost"
  case unreachable = "the server can't be reached from this network"
  case tooManyFiles = "too many files are open"
  case refused = "the server refuses connections"
  case offline = "this device is offline"
  case networkDown = "the network is down"
  case workingOffline = "this app was told to work offline"
  case mockNetwork = "mock values have no network"

  // Certificates
  case otherHost = "it is for another host"
  case notYetValid = "it is not valid yet"
  case expired = "it has expired"
  case selfSigned = "it is self-signed"
  case selfSignedAuthority = "the authority that signed it is self-signed and not known here"
  case unknownAuthority = "the authority that signed it is not known here"
  case revoked = "it was revoked"
  case unverifiable = "it can't be verified"
  case unverifiableBecause = "it can't be verified (%)"
  case theSystem = "the system"
  case unreadableAuthorities = "The certificates of % can't be read. Correct SSL_CERT_FILE."

  // Addresses
  case noAddress = "is not an address"
  case noWebScheme = "must begin with http:// or https://"
  case noHost = "has no host"
  case unfitPort = "must have a port from 1 to 65535, or none"
  case holdsUser = "must not hold a user or a password"
  case holdsQuery = "must not have a query or a fragment"

  // Requests
  case favoritesNeedToken =
    "Favorites are those of your GitHub account: set GITHUB_TOKEN to a token of it, then try again."
  case starsNeedToken = "Stars are those of your GitHub account: set GITHUB_TOKEN to a token of it, then try again."
  case unfitToken = "% has characters that can't be sent, such as a line break. Set it to the token alone."
  case unfitField = "The header field % has characters that HTTP forbids."
  case unfitBody = "A % request can't have a body."
  case unfitTimeout = "A request's timeout must be more than zero."
  case unfitAddress = "% is not an address."
  case noWebAddress = "% is not a web address."
  case unfitBase = "The address of the API %."
  case unfitPart = "% can't be a part of an address."
  case outOfMemory = "out of memory"
  case noCurl = "libcurl could not be started"
  case tooManyRedirects = "the server redirected the request more than % times"

  // Expected values
  case string = "a string"
  case boolean = "true or false"
  case wholeNumber = "a whole number"
  case number = "a number"
  case smallerNumber = "a whole number that is not too large"
  case address = "an address"
  case object = "an object"
  case array = "an array"
  case missingKey = "a value, but the key is missing"
  case validValue = "a valid value (%)"
  case notNull = "% instead of null"
  case ofType = "a value of type %"
  case validJSON = "valid JSON"
  case noBody = "nothing"
  case compressedBytes = "bytes that can be decompressed"

  // Databases
  case theDatabase = "The database"
  case theDatabaseInMemory = "The database in memory"
  case thisToDo = "This to-do"
  case noPath = "this is not the path of a file"
  case noHome = "neither XDG_DATA_HOME nor HOME says where to keep it"
  case noRegularFile = "it is a device or a pipe"
  case noTable = "no such table: %"
  case noColumn = "no such column: %"
  case noFolder = "its folder can't be made (%)"
  case movedFile = "the file was moved or deleted while it was open; nothing was saved"
  case unreadableLog =
    "it can only be read, what was saved last is in a log next to it, and there is no room for a copy of both"
  case otherProgram = "it is a database of another program"
  case missingVersion = "its version is missing"
  case oldSQLite = "SQLite 3.37 or newer is needed, and this is SQLite %"
  case notEnoughMemory = "there is not enough memory"
  case cancelled = "it was cancelled"

  // Common errors of the system and of SQLite
  case noSuchFile = "No such file or directory"
  case isFolder = "Is a directory"
  case isNoFolder = "Not a directory"
  case noPermission = "Permission denied"
  case noDatabase = "file is not a database"
  case malformed = "database disk image is malformed"
  case diskError = "disk I/O error"

  // Opening pages
  case nothingOpensIt = "Nothing on this device opens it."
  case noOpener = "There is no xdg-open in PATH. Install xdg-utils, or open the address yourself."
  case unknownSystem = "It is not known how to do that on this system. Open the address yourself."
  case noBrowser = "there is no browser"
}

extension Reason {
  /// The text with an argument in the place of `%`.
  func text(_ argument: String) -> String { rawValue.replacing("%", with: argument) }

  /// Returns the reason and the argument that a text was made from; `nil` if it was not made from a reason.
  static func of(_ text: String) -> (reason: Reason, argument: String?)? {
    if let reason = Reason(rawValue: text) { return (reason, nil) }
    for reason in allCases {
      let parts = reason.rawValue.split(separator: "%", omittingEmptySubsequences: false)
      guard parts.count == 2, text.hasPrefix(parts[0]), text.hasSuffix(parts[1]) else { continue }
      guard text.count > parts[0].count + parts[1].count else { continue }
      return (reason, String(text.dropFirst(parts[0].count).dropLast(parts[1].count)))
    }
    return nil
  }
}

extension Texts {
  /// Translates the reason that an error stores. A text that is not a ``Reason`` comes from the system or a server, and
  /// is returned as it is.
  func reason(_ text: String) -> String {
    guard language != .english, let (known, argument) = Reason.of(text) else { return text }
    return reason(known).replacing("%", with: argument.map(reason) ?? "")
  }

  private func reason(_ reason: Reason) -> String {
    // The English text is the raw value.
    func text(ja: String) -> String { self.text(en: reason.rawValue, ja: ja) }
    return switch reason {
    case .noSuchHost: text(ja: "ホストが見つかりません")
    case .noSuchProxy: text(ja: "プロキシが見つかりません")
    case .noSecureConnection: text(ja: "安全な接続を確立できません")
    case .connectionLost: text(ja: "接続が切れました")
    case .unreachable: text(ja: "このネットワークからはサーバーに届きません")
    case .tooManyFiles: text(ja: "開いているファイルが多すぎます")
    case .refused: text(ja: "サーバーが接続を拒否しました")
    case .offline: text(ja: "このデバイスはオフラインです")
    case .networkDown: text(ja: "ネットワークが停止しています")
    case .workingOffline: text(ja: "オフラインで使う設定になっています")
    case .mockNetwork: text(ja: "モックの値ではネットワークを使いません")
    case .otherHost: text(ja: "別のホストのものです")
    case .notYetValid: text(ja: "まだ有効ではありません")
    case .expired: text(ja: "有効期限が切れています")
    case .selfSigned: text(ja: "自己署名です")
    case .selfSignedAuthority: text(ja: "署名した認証局が自己署名で、信頼されていません")
    case .unknownAuthority: text(ja: "署名した認証局が信頼されていません")
    case .revoked: text(ja: "失効しています")
    case .unverifiable: text(ja: "検証できません")
    case .unverifiableBecause: text(ja: "検証できません: %")
    case .theSystem: text(ja: "システム")
    case .unreadableAuthorities: text(ja: "% の証明書を読み込めません。SSL_CERT_FILE を修正してください。")
    case .noAddress: text(ja: "アドレスではありません")
    case .noWebScheme: text(ja: "http:// または https:// で始めてください")
    case .noHost: text(ja: "ホストがありません")
    case .unfitPort: text(ja: "ポートは 1 から 65535 までで指定するか、省略してください")
    case .holdsUser: text(ja: "ユーザー名やパスワードは含められません")
    case .holdsQuery: text(ja: "クエリやフラグメントは含められません")
    case .favoritesNeedToken: text(ja: "スター付きの一覧には GitHub アカウントが必要です。GITHUB_TOKEN にトークンを設定して、もう一度お試しください。")
    case .starsNeedToken: text(ja: "スターには GitHub アカウントが必要です。GITHUB_TOKEN にトークンを設定して、もう一度お試しください。")
    case .unfitToken: text(ja: "% に、改行など送信できない文字が含まれています。トークンだけを設定してください。")
    case .unfitField: text(ja: "ヘッダー % に、HTTP で使えない文字が含まれています。")
    case .unfitBody: text(ja: "% リクエストには本文を付けられません。")
    case .unfitTimeout: text(ja: "リクエストのタイムアウトは 0 より長くしてください。")
    case .unfitAddress: text(ja: "% はアドレスではありません。")
    case .noWebAddress: text(ja: "% は Web のアドレスではありません。")
    case .unfitBase: text(ja: "API のアドレスが正しくありません（%）。")
    case .unfitPart: text(ja: "% はアドレスの一部にできません。")
    case .outOfMemory: text(ja: "メモリーが足りません")
    case .noCurl: text(ja: "libcurl を開始できません")
    case .tooManyRedirects: text(ja: "リダイレクトが % 回を超えました")
    case .string: text(ja: "文字列")
    case .boolean: text(ja: "true または false")
    case .wholeNumber: text(ja: "整数")
    case .number: text(ja: "数値")
    case .smallerNumber: text(ja: "小数部のない、大きすぎない数値")
    case .address: text(ja: "アドレス")
    case .object: text(ja: "オブジェクト")
    case .array: text(ja: "配列")
    case .missingKey: text(ja: "値（キーがありません）")
    case .validValue: text(ja: "正しい値: %")
    case .notNull: text(ja: "null ではなく%")
    case .ofType: text(ja: "%型の値")
    case .validJSON: text(ja: "正しい JSON")
    case .noBody: text(ja: "何も含まないこと")
    case .compressedBytes: text(ja: "展開できるデータ")
    case .theDatabase: text(ja: "データベース")
    case .theDatabaseInMemory: text(ja: "メモリー上のデータベース")
    case .thisToDo: text(ja: "この ToDo")
    case .noPath: text(ja: "ファイルのパスではありません")
    case .noHome: text(ja: "保存場所が XDG_DATA_HOME にも HOME にも設定されていません")
    case .noRegularFile: text(ja: "デバイスかパイプです")
    case .noTable: text(ja: "テーブル % がありません")
    case .noColumn: text(ja: "列 % がありません")
    case .noFolder: text(ja: "フォルダーを作れません: %")
    case .movedFile: text(ja: "使用中にファイルが移動または削除されたため、保存していません")
    case .unreadableLog: text(ja: "読み込み専用で、最近の変更は隣のログファイルにあり、両方をコピーする場所がありません")
    case .otherProgram: text(ja: "ほかのプログラムのデータベースです")
    case .missingVersion: text(ja: "バージョンの情報がありません")
    case .oldSQLite: text(ja: "SQLite 3.37 以降が必要ですが、ここにあるのは SQLite % です")
    case .notEnoughMemory: text(ja: "メモリーが足りません")
    case .cancelled: text(ja: "キャンセルされました")
    case .noSuchFile: text(ja: "ファイルかフォルダーがありません")
    case .isFolder: text(ja: "フォルダーです")
    case .isNoFolder: text(ja: "フォルダーではありません")
    case .noPermission: text(ja: "アクセス権がありません")
    case .noDatabase: text(ja: "データベースのファイルではありません")
    case .malformed: text(ja: "データベースの内容が壊れています")
    case .diskError: text(ja: "ディスクの読み書きに失敗しました")
    case .nothingOpensIt: text(ja: "このデバイスには開けるものがありません。")
    case .noOpener: text(ja: "PATH に xdg-open がありません。xdg-utils をインストールするか、ブラウザーでアドレスを開いてください。")
    case .unknownSystem: text(ja: "このシステムで開く方法が分かりません。ブラウザーでアドレスを開いてください。")
    case .noBrowser: text(ja: "ブラウザーがありません")
    }
  }
}
