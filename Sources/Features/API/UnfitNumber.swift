import Foundation

/// Finds the number in a JSON text that does not fit the type it is decoded as, such as `1.5` for an `Int`.
///
/// For such a number, Foundation's decoder reports only that the JSON is invalid. A binary search finds the place: it
/// replaces all numbers after a position by zero, and tries whether the text can be decoded.
enum UnfitNumber {
  /// The path of the first number that keeps `body` from being decoded, for example `items[3].id`, or `nil` if no
  /// number does.
  ///
  /// - Complexity: O(*n* log *m*) for a text of *n* bytes with *m* numbers.
  static func path(in body: Data, canDecode: (Data) -> Bool) -> String? {
    let scanner = NumberScanner(body)
    var numbers: [Range<Int>] = []
    scanner.scan { numbers.append($0.range) }
    func decodes(keeping count: Int) -> Bool {
      var text = Data()
      var end = 0
      for number in numbers[count...] {
        text += scanner.text[end..<number.lowerBound]
        text.append(UInt8(ascii: "0"))
        end = number.upperBound
      }
      return canDecode(text + scanner.text[end...])
    }
    guard !numbers.isEmpty, decodes(keeping: 0), !decodes(keeping: numbers.count) else { return nil }
    var (fits, fails) = (0, numbers.count)
    while fails - fits > 1 {
      let middle = (fits + fails) / 2
      if decodes(keeping: middle) { fits = middle } else { fails = middle }
    }
    var path = ""
    scanner.scan { if $0.range == numbers[fits] { path = $0.path } }
    return path
  }

  /// Finds the numbers of a JSON text. Results for a text that is not JSON do not matter: replacing its numbers does
  /// not make it decodable.
  ///
  /// Foundation's parser can't be used: it refuses numbers that are too large for it, and keeps one of two equal keys.
  private struct NumberScanner {
    struct Number {
      let range: Range<Int>
      fileprivate let places: [Place]

      var path: String {
        places.reduce(into: "") { path, place in
          switch place {
          case .element(let index): path += "[\(index)]"
          case .member(let key): path += (path.isEmpty ? "" : ".") + NumberScanner.name(key).oneLine
          }
        }
      }
    }

    enum Place {
      case element(Int)
      /// The key as written, with its quotation marks.
      case member(ArraySlice<UInt8>)
    }

    let text: [UInt8]

    init(_ text: Data) { self.text = Array(text) }

    func scan(_ visit: (Number) -> Void) {
      var places: [Place] = []
      var index = 0
      // Foundation accepts 512 levels.
      while index < text.count, places.count <= 512 {
        let start = index
        index += 1
        switch text[start] {
        case UInt8(ascii: "{"): places.append(.member([]))
        case UInt8(ascii: "["): places.append(.element(0))
        case UInt8(ascii: "}"), UInt8(ascii: "]"): _ = places.popLast()
        case UInt8(ascii: ","):
          if case .element(let index)? = places.last { places[places.count - 1] = .element(index + 1) }
        case UInt8(ascii: "\""):
          while index < text.count, text[index] != UInt8(ascii: "\"") {
            index += text[index] == UInt8(ascii: "\\") ? 2 : 1
          }
          index = min(index + 1, text.count)
          // A string value also counts as a key until the next key replaces it.
          if case .member? = places.last { places[places.count - 1] = .member(text[start..<index]) }
        case UInt8(ascii: "-"), 0x30...0x39:
          while index < text.count, Self.isPartOfNumber(text[index]) { index += 1 }
          visit(Number(range: start..<index, places: places))
        default: break
        }
      }
    }

    private static func isPartOfNumber(_ byte: UInt8) -> Bool {
      switch byte {
      case 0x30...0x39, UInt8(ascii: "-"), UInt8(ascii: "+"), UInt8(ascii: "."), UInt8(ascii: "e"), UInt8(ascii: "E"):
        true
      default: false
      }
    }

    private static func name(_ key: ArraySlice<UInt8>) -> String {
      (try? JSONDecoder().decode(String.self, from: Data(key))) ?? String(decoding: key, as: UTF8.self)
    }
  }
}
