extension ValueDiff {
  /// Returns the difference of two strings without line breaks.
  mutating func lines(_ old: String, _ new: String, _ values: Values) -> Block {
    let start = max(old.count, new.count) > limits.characters ? zip(old, new).prefix { $0 == $1 }.count : 0
    let removed = DumpedText.literal(old, maximumCount: limits.characters, start: min(start, old.count))
    let inserted = DumpedText.literal(new, maximumCount: limits.characters, start: min(start, new.count))
    return Block(
      removed: dump.line(removed).labeled(values.oldLabel),
      inserted: dump.line(inserted).labeled(values.newLabel)
    )
  }

  /// Returns the difference of two strings of which at least one has line breaks.
  mutating func texts(_ old: String, _ new: String, label: String?) -> Block {
    let (oldLines, newLines) = (DumpedText.lines(old), DumpedText.lines(new))
    let steps = textSteps(from: oldLines, to: newLines)
    // For each step, the distance to the nearest changed line.
    var distances = Array(repeating: Int.max, count: steps.count)
    for positions in [Array(steps.indices), steps.indices.reversed()] {
      var distance = Int.max
      for position in positions {
        distance = steps[position].isSame ? (distance == .max ? .max : distance + 1) : 0
        distances[position] = min(distances[position], distance)
      }
    }
    var lines: [DumpLine] = []
    var hidden = 0
    func endHidden() {
      guard hidden > 0 else { return }
      lines.append(DumpLine(text: "… (\(hidden) unchanged)"))
      hidden = 0
    }
    var shown = 0
    for (position, step) in steps.enumerated() {
      guard distances[position] <= limits.context else {
        hidden += 1
        continue
      }
      endHidden()
      if !step.isSame {
        guard shown < limits.elements, dump.remainingLines > 0 else {
          lines.append(DumpLine(text: "… (\(steps[position...].count { !$0.isSame }) more changed)"))
          break
        }
        shown += 1
      }
      let line: (text: Substring, mark: DumpLine.Mark) =
        switch step {
        case .same(let new): (newLines[new], .unchanged)
        case .removed(let old), .movedAway(let old, _): (oldLines[old], .removed)
        case .inserted(let new), .movedHere(_, let new), .changed(_, let new): (newLines[new], .inserted)
        }
      lines += dump.line(DumpedText.line(line.text, maximumCount: limits.characters)).marked(line.mark)
    }
    endHidden()
    lines += dump.line("\"\"\"")
    return Block(dump.line("\"\"\"").labeled(label) + lines.indented(by: label == nil ? 0 : 2))
  }
}

/// Returns the steps from one text to another. Changed lines are removed and inserted, with the removed ones first.
private func textSteps(from old: [Substring], to new: [Substring]) -> [ListStep] {
  // Each distinct line is numbered once, so that comparing lines is fast.
  var numbers: [Substring: Int] = [:]
  func numbered(_ lines: [Substring]) -> ListReflection<Int> {
    var result: [Int] = []
    for line in lines {
      let number = numbers[line] ?? numbers.count
      numbers[line] = number
      result.append(number)
    }
    return ListReflection(elements: result)
  }
  var steps: [ListStep] = []
  var inserted: [ListStep] = []
  for step in listSteps(from: numbered(old), to: numbered(new)) {
    switch step {
    case .same:
      steps += inserted
      inserted = []
      steps.append(step)
    case .changed(let old, let new), .movedAway(let old, let new), .movedHere(let old, let new):
      steps.append(.removed(old: old))
      inserted.append(.inserted(new: new))
    case .removed: steps.append(step)
    case .inserted: inserted.append(step)
    }
  }
  return steps + inserted
}
