/// The options of the command line.
struct Options {
  /// The minimum duration and the minimum number of actions. The program continues until both are reached.
  var seconds = 60.0
  var actions = 0
  var firstSeed: UInt64 = 1_000
  /// The seed of the only run, if one is given.
  var seed: UInt64?
  var isThreaded = false
  /// The file for the seed of the current run.
  var notePath: String?

  init(_ arguments: some Sequence<String>) throws(Mistake) {
    var arguments = arguments.makeIterator()
    func value<Value>(of option: String, _ parse: (String) -> Value?) throws(Mistake) -> Value {
      guard let text = arguments.next() else { throw Mistake(description: "\(option) has no value.") }
      guard let value = parse(text) else { throw Mistake(description: "\(option) can't be \"\(text)\".") }
      return value
    }
    while let option = arguments.next() {
      switch option {
      case "--seconds": seconds = try value(of: option) { Double($0) }
      case "--actions": actions = try value(of: option) { Int($0) }
      case "--first": firstSeed = try value(of: option) { UInt64($0) }
      case "--seed": seed = try value(of: option) { UInt64($0) }
      case "--note": notePath = try value(of: option) { $0 }
      case "--threaded": isThreaded = true
      default: throw Mistake(description: "There is no option \"\(option)\". See scripts/soak --help.")
      }
    }
  }
}

struct Mistake: Error, CustomStringConvertible {
  let description: String
}
