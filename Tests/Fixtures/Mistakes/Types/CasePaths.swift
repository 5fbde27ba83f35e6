// Case paths go to any actor, so their functions may not share anything that can't.
import Store

final class Counts {
  var embedded = 0
  var extracted = 0
}

func casePath(counts: Counts) -> AnyCasePath<Int?, Int> {
  AnyCasePath(
    embed: { value in
      counts.embedded += 1
      // 7: capture of 'counts' with non-Sendable type 'Counts' in a '@Sendable' closure [#SendableClosureCaptures]
      return value
    },
    extract: { root in
      counts.extracted += 1
      // 7: capture of 'counts' with non-Sendable type 'Counts' in a '@Sendable' closure [#SendableClosureCaptures]
      return root
    }
  )
}

func casePath(of embed: @escaping (Int) -> Int?) -> AnyCasePath<Int?, Int> {
  AnyCasePath(embed: embed, extract: { $0 })
  // 22: passing non-Sendable parameter 'embed' to function expecting a '@Sendable' closure
}

@MainActor enum MainActorFunctions: @MainActor CaseFunctions {
  // 17: cannot form main actor-isolated conformance of 'MainActorFunctions' to SendableMetatype-inheriting protocol
  //   'CaseFunctions' [#IsolatedConformances]
  static var functions: AnyCasePath<Int?, Int>.Functions { ({ $0 }, { $0 }) }
}
