import Dependencies
public import Foundation

// One function for each type that the defaults can store, and not a protocol with one function: the Composable
// Architecture has the same functions, and types of other modules could conform to a protocol only if that conformance
// were public.

extension SharedReaderKey {
  /// Stores a Boolean in the user's defaults. See ``AppStorageKey``.
  public static func appStorage(_ key: String, store: UserDefaults? = nil) -> Self where Self == AppStorageKey<Bool> {
    AppStorageKey(key, store, .bool)
  }

  /// Stores an integer in the user's defaults. See ``AppStorageKey``.
  public static func appStorage(_ key: String, store: UserDefaults? = nil) -> Self where Self == AppStorageKey<Int> {
    AppStorageKey(key, store, .plain)
  }

  /// Stores a floating-point number in the user's defaults. See ``AppStorageKey``.
  public static func appStorage(_ key: String, store: UserDefaults? = nil) -> Self where Self == AppStorageKey<Double> {
    AppStorageKey(key, store, .double)
  }

  /// Stores a string in the user's defaults. See ``AppStorageKey``.
  public static func appStorage(_ key: String, store: UserDefaults? = nil) -> Self where Self == AppStorageKey<String> {
    AppStorageKey(key, store, .plain)
  }

  /// Stores an array of strings in the user's defaults. See ``AppStorageKey``.
  public static func appStorage(_ key: String, store: UserDefaults? = nil) -> Self
  where Self == AppStorageKey<[String]> {
    AppStorageKey(key, store, .plain)
  }

  /// Stores a URL in the user's defaults. See ``AppStorageKey``.
  public static func appStorage(_ key: String, store: UserDefaults? = nil) -> Self where Self == AppStorageKey<URL> {
    AppStorageKey(key, store, .url)
  }

  /// Stores data in the user's defaults. See ``AppStorageKey``.
  public static func appStorage(_ key: String, store: UserDefaults? = nil) -> Self where Self == AppStorageKey<Data> {
    AppStorageKey(key, store, .plain)
  }

  /// Stores a date in the user's defaults. See ``AppStorageKey``.
  public static func appStorage(_ key: String, store: UserDefaults? = nil) -> Self where Self == AppStorageKey<Date> {
    AppStorageKey(key, store, .plain)
  }

  /// Stores an enum with integer raw values in the user's defaults. See ``AppStorageKey``.
  public static func appStorage<Value: RawRepresentable<Int>>(_ key: String, store: UserDefaults? = nil) -> Self
  where Self == AppStorageKey<Value> {
    AppStorageKey(key, store, .raw(.plain))
  }

  /// Stores an enum with string raw values in the user's defaults. See ``AppStorageKey``.
  public static func appStorage<Value: RawRepresentable<String>>(_ key: String, store: UserDefaults? = nil) -> Self
  where Self == AppStorageKey<Value> {
    AppStorageKey(key, store, .raw(.plain))
  }

  /// Stores a `Codable` value as JSON in the user's defaults. See ``AppStorageKey``.
  @_disfavoredOverload
  public static func appStorage<Value: Codable>(_ key: String, store: UserDefaults? = nil) -> Self
  where Self == AppStorageKey<Value> {
    AppStorageKey(key, store, .json())
  }

  /// Stores an optional Boolean in the user's defaults. See ``AppStorageKey``.
  public static func appStorage(_ key: String, store: UserDefaults? = nil) -> Self where Self == AppStorageKey<Bool?> {
    AppStorageKey(key, store, .optional(.bool))
  }

  /// Stores an optional integer in the user's defaults. See ``AppStorageKey``.
  public static func appStorage(_ key: String, store: UserDefaults? = nil) -> Self where Self == AppStorageKey<Int?> {
    AppStorageKey(key, store, .optional(.plain))
  }

  /// Stores an optional floating-point number in the user's defaults. See ``AppStorageKey``.
  public static func appStorage(_ key: String, store: UserDefaults? = nil) -> Self
  where Self == AppStorageKey<Double?> {
    AppStorageKey(key, store, .optional(.double))
  }

  /// Stores an optional string in the user's defaults. See ``AppStorageKey``.
  public static func appStorage(_ key: String, store: UserDefaults? = nil) -> Self
  where Self == AppStorageKey<String?> {
    AppStorageKey(key, store, .optional(.plain))
  }

  /// Stores an optional array of strings in the user's defaults. See ``AppStorageKey``.
  public static func appStorage(_ key: String, store: UserDefaults? = nil) -> Self
  where Self == AppStorageKey<[String]?> {
    AppStorageKey(key, store, .optional(.plain))
  }

  /// Stores an optional URL in the user's defaults. See ``AppStorageKey``.
  public static func appStorage(_ key: String, store: UserDefaults? = nil) -> Self where Self == AppStorageKey<URL?> {
    AppStorageKey(key, store, .optional(.url))
  }

  /// Keeps optional data in the user's defaults. See ``AppStorageKey``.
  public static func appStorage(_ key: String, store: UserDefaults? = nil) -> Self where Self == AppStorageKey<Data?> {
    AppStorageKey(key, store, .optional(.plain))
  }

  /// Stores an optional date in the user's defaults. See ``AppStorageKey``.
  public static func appStorage(_ key: String, store: UserDefaults? = nil) -> Self where Self == AppStorageKey<Date?> {
    AppStorageKey(key, store, .optional(.plain))
  }

  /// Stores an optional enum with integer raw values in the user's defaults. See ``AppStorageKey``.
  public static func appStorage<Value: RawRepresentable<Int>>(_ key: String, store: UserDefaults? = nil) -> Self
  where Self == AppStorageKey<Value?> {
    AppStorageKey(key, store, .optional(.raw(.plain)))
  }

  /// Stores an optional enum with string raw values in the user's defaults. See ``AppStorageKey``.
  public static func appStorage<Value: RawRepresentable<String>>(_ key: String, store: UserDefaults? = nil) -> Self
  where Self == AppStorageKey<Value?> {
    AppStorageKey(key, store, .optional(.raw(.plain)))
  }

  /// Stores an optional `Codable` value as JSON in the user's defaults. See ``AppStorageKey``.
  @_disfavoredOverload
  public static func appStorage<Value: Codable>(_ key: String, store: UserDefaults? = nil) -> Self
  where Self == AppStorageKey<Value?> {
    AppStorageKey(key, store, .optional(.json()))
  }
}
