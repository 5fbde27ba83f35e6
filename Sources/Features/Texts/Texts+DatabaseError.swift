extension Texts {
  /// What happened to the database, why that usually happens, and how to fix it.
  public func message(of error: DatabaseError) -> String {
    switch error {
    case .diskFull(let path):
      text(
        en: "Nothing was saved: there is no room left for \(path). Either the disk is full or a quota is used up. "
          + "Delete what is not needed, then try again.",
        ja: "保存できませんでした。\(reason(path)) の空き容量がありません。ディスクがいっぱいか、割り当てを使い切っています。"
          + "不要なものを削除して、もう一度お試しください。"
      )
    case .busy(let path):
      text(
        en:
          "Nothing was saved or read: \(path) is in use. Another program holds it locked, often one that is stopped in "
          + "a debugger, or that copies it. Wait for it or end it, then try again.",
        ja: "保存も読み込みもできませんでした。\(reason(path)) は使用中です。ほかのプログラム（デバッガーで停止中のものや、コピー中の"
          + "ものなど）がロックしています。終わるのを待つか終了させて、もう一度お試しください。"
      )
    case .corrupt(let path, let reason):
      text(
        en:
          "\(path) can't be read: \(reason). Either the file was damaged, or it belongs to another program. It was not "
          + "changed: keep a copy, then delete it with \(path)-wal and \(path)-shm, which would change a backup, and "
          + "restore it from one, or name another file.",
        ja: "\(self.reason(path)) を読み込めません（\(self.reason(reason))）。ファイルが壊れているか、ほかのプログラムのものです。"
          + "変更はしていません。コピーを取り、\(path)-wal と \(path)-shm も一緒に削除してからバックアップを復元するか"
          + "（残すとバックアップが変更されます）、別のファイルを指定してください。"
      )
    case .readOnly(let path):
      text(
        en: "Nothing can be saved in \(path): it can only be read. Its permissions or those of its folder do not allow "
          + "it, or the disk is mounted for reading only. Change that, or name another file.",
        ja: "\(reason(path)) には保存できません。読み込み専用です。ファイルかフォルダーのアクセス権がないか、ディスクが読み出し専用です。"
          + "設定を変えるか、別のファイルを指定してください。"
      )
    case .newerSchema(let path, let version, let supported):
      text(
        en: "\(path) was written by a newer version of this program: it has version \(version), and this program knows "
          + "versions up to \(supported). It was not changed: update this program, or name another file.",
        ja: "\(reason(path)) は、このプログラムの新しいバージョンで作られています（ファイルは \(version)、対応しているのは \(supported) "
          + "まで）。変更はしていません。プログラムをアップデートするか、別のファイルを指定してください。"
      )
    case .cannotOpen(let path, let reason):
      text(
        en: "\(path) can't be opened: \(reason). Check that the folder exists and may be used, or name another file.",
        ja: "\(self.reason(path)) を開けません（\(self.reason(reason))）。フォルダーがあってアクセスできることを確認するか、"
          + "別のファイルを指定してください。"
      )
    case .missingRow(let description):
      text(
        en: "\(description) is not there any more. It was probably deleted in another window or by another program.",
        ja: "\(reason(description)) は、もうありません。別のウインドウかほかのプログラムで削除されたようです。"
      )
    case .failed(let code, let reason):
      text(
        en: "The database has a problem: \(reason)\(code == 0 ? "" : " (\(code))"). Nothing was saved. Try again.",
        ja: "データベースで問題が起きました: \(self.reason(reason))\(code == 0 ? "" : "（\(code)）")。保存されていません。"
          + "もう一度お試しください。"
      )
    }
  }
}
