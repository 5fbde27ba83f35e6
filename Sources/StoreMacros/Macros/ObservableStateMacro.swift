/// `@ObservableState`: nothing. A store observes plain values, at no cost to them.
func expandObservableState(_ use: MacroUse) -> Expansion {
  guard let type = use.type, type.keyword == .struct || type.keyword == .enum else {
    let kind = use.type.map { " '\($0.name.text)' is \($0.keyword.described)." } ?? ""
    return use.misplaced("'@ObservableState' can only be applied to a struct or an enum: state is a value.\(kind)")
  }
  return Expansion()
}
