import Dependencies
public import Foundation

// A function for each type that the defaults can store. There is no protocol for them, as those of the Composable
// Architecture are found in the same way, and types of other modules could not be added to one without a conformance that
// everybody sees.

extension SharedReaderKey {
  /// Keeps a Boolean in the user's defaults. See ``AppStorageKey``.
  public static func appStorage(_ key: String, store: UserDefaults? = nil) -> Self where Self == AppStorageKey<Bool> {
    AppStorageKey(key, store, .bool)
  }

  /// Keeps a whole number in the user's defaults. See ``AppStorageKey``.
  public static func appStorage(_ key: String, store: UserDefaults? = nil) -> Self where Self == AppStorageKey<Int> {
    AppStorageKey(key, store, .plain)
  }

  /// Keeps a number in the user's defaults. See ``AppStorageKey``.
  public static func appStorage(_ key: String, store: UserDefaults? = nil) -> Self where Self == AppStorageKey<Double> {
    AppStorageKey(key, store, .double)
  }

  /// Keeps a text in the user's defaults. See ``AppStorageKey``.
  public static func appStorage(_ key: String, store: UserDefaults? = nil) -> Self where Self == AppStorageKey<String> {
    AppStorageKey(key, store, .plain)
  }

  /// Keeps a list of texts in the user's defaults. See ``AppStorageKey``.
  public static func appStorage(_ key: String, store: UserDefaults? = nil) -> Self
  where Self == AppStorageKey<[String]> {
    AppStorageKey(key, store, .plain)
  }

  /// Keeps an address in the user's defaults. See ``AppStorageKey``.
  public static func appStorage(_ key: String, store: UserDefaults? = nil) -> Self where Self == AppStorageKey<URL> {
    AppStorageKey(key, store, .url)
  }

  /// Keeps data in the user's defaults. See ``AppStorageKey``.
  public static func appStorage(_ key: String, store: UserDefaults? = nil) -> Self where Self == AppStorageKey<Data> {
    AppStorageKey(key, store, .plain)
  }

  /// Keeps a date in the user's defaults. See ``AppStorageKey``.
  public static func appStorage(_ key: String, store: UserDefaults? = nil) -> Self where Self == AppStorageKey<Date> {
    AppStorageKey(key, store, .plain)
  }

  /// Keeps an enum with whole numbers in the user's defaults. See ``AppStorageKey``.
  public static func appStorage<Value: RawRepresentable<Int>>(_ key: String, store: UserDefaults? = nil) -> Self
  where Self == AppStorageKey<Value> {
    AppStorageKey(key, store, .raw(.plain))
  }

  /// Keeps an enum with texts in the user's defaults. See ``AppStorageKey``.
  public static func appStorage<Value: RawRepresentable<String>>(_ key: String, store: UserDefaults? = nil) -> Self
  where Self == AppStorageKey<Value> {
    AppStorageKey(key, store, .raw(.plain))
  }

  /// Keeps a value as JSON in the user's defaults. See ``AppStorageKey``.
  @_disfavoredOverload
  public static func appStorage<Value: Codable>(_ key: String, store: UserDefaults? = nil) -> Self
  where Self == AppStorageKey<Value> {
    AppStorageKey(key, store, .json())
  }

  /// Keeps a Boolean, if there is one, in the user's defaults. See ``AppStorageKey``.
  public static func appStorage(_ key: String, store: UserDefaults? = nil) -> Self where Self == AppStorageKey<Bool?> {
    AppStorageKey(key, store, .optional(.bool))
  }

  /// Keeps a whole number, if there is one, in the user's defaults. See ``AppStorageKey``.
  public static func appStorage(_ key: String, store: UserDefaults? = nil) -> Self where Self == AppStorageKey<Int?> {
    AppStorageKey(key, store, .optional(.plain))
  }

  /// Keeps a number, if there is one, in the user's defaults. See ``AppStorageKey``.
  public static func appStorage(_ key: String, store: UserDefaults? = nil) -> Self
  where Self == AppStorageKey<Double?> {
    AppStorageKey(key, store, .optional(.double))
  }

  /// Keeps a text, if there is one, in the user's defaults. See ``AppStorageKey``.
  public static func appStorage(_ key: String, store: UserDefaults? = nil) -> Self
  where Self == AppStorageKey<String?> {
    AppStorageKey(key, store, .optional(.plain))
  }

  /// Keeps a list of texts, if there is one, in the user's defaults. See ``AppStorageKey``.
  public static func appStorage(_ key: String, store: UserDefaults? = nil) -> Self
  where Self == AppStorageKey<[String]?> {
    AppStorageKey(key, store, .optional(.plain))
  }

  /// Keeps an address, if there is one, in the user's defaults. See ``AppStorageKey``.
  public static func appStorage(_ key: String, store: UserDefaults? = nil) -> Self where Self == AppStorageKey<URL?> {
    AppStorageKey(key, store, .optional(.url))
  }

  /// Keeps data, if there is one, in the user's defaults. See ``AppStorageKey``.
  public static func appStorage(_ key: String, store: UserDefaults? = nil) -> Self where Self == AppStorageKey<Data?> {
    AppStorageKey(key, store, .optional(.plain))
  }

  /// Keeps a date, if there is one, in the user's defaults. See ``AppStorageKey``.
  public static func appStorage(_ key: String, store: UserDefaults? = nil) -> Self where Self == AppStorageKey<Date?> {
    AppStorageKey(key, store, .optional(.plain))
  }

  /// Keeps an enum with whole numbers, if there is one, in the user's defaults. See ``AppStorageKey``.
  public static func appStorage<Value: RawRepresentable<Int>>(_ key: String, store: UserDefaults? = nil) -> Self
  where Self == AppStorageKey<Value?> {
    AppStorageKey(key, store, .optional(.raw(.plain)))
  }

  /// Keeps an enum with texts, if there is one, in the user's defaults. See ``AppStorageKey``.
  public static func appStorage<Value: RawRepresentable<String>>(_ key: String, store: UserDefaults? = nil) -> Self
  where Self == AppStorageKey<Value?> {
    AppStorageKey(key, store, .optional(.raw(.plain)))
  }

  /// Keeps a value, if there is one, as JSON in the user's defaults. See ``AppStorageKey``.
  @_disfavoredOverload
  public static func appStorage<Value: Codable>(_ key: String, store: UserDefaults? = nil) -> Self
  where Self == AppStorageKey<Value?> {
    AppStorageKey(key, store, .optional(.json()))
  }
}
