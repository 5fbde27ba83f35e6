/// The help texts of the prompt.
enum PromptHelp {
  /// Returns the help on all statements and commands, or on those that begin with `topic`; `nil` if none does.
  static func text(on topic: String?) -> String? {
    let entries = ScriptHelp.statements + PromptCommand.usages.map { ($0.usage, $0.help) }
    guard let topic else {
      return """
        Statements, as in scripts
        \(HelpText.table(ScriptHelp.statements, width: 100))

        At the prompt
        \(HelpText.table(PromptCommand.usages.map { ($0.usage, $0.help) }, width: 100))

        Tab completes, the arrow keys bring lines back, Ctrl-R searches them. Ctrl-C drops the line, or ends a wait. Ctrl-D
        leaves. What is in brackets may go on over further lines until they are closed.
        """
    }
    let matching = entries.filter { $0.0.split(separator: " ").first.map(String.init) == topic }
    return matching.isEmpty ? nil : HelpText.table(matching, width: 100)
  }
}
