/// The options of the command line.
struct Options {
  /// The minimum duration and the minimum number of actions. The program continues until both are reached.
  var seconds = 60.0
  var actions = 0
  var firstSeed: UInt64 = 1_000
  var seed: UInt64?
  var kind = Kind.stepped
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
      case "--threaded": kind = .threaded
      case "--shared": kind = .shared
      default: throw Mistake(description: "There is no option \"\(option)\". See scripts/soak --help.")
      }
    }
  }
}

enum Kind: String {
  case stepped, threaded, shared

  /// The kind of a seed, where the seed decides. Runs on threads take longer and find other mistakes.
  init(of seed: UInt64) {
    self =
      switch seed % 8 {
      case 3: .shared
      case 7: .threaded
      default: .stepped
      }
  }

  /// The option that says the kind, with a space.
  var option: String { self == .stepped ? "" : "--\(rawValue) " }
}

struct Mistake: Error, CustomStringConvertible { let description: String }
