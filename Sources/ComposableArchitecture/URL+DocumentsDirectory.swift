#if !canImport(Darwin)
  public import Foundation

  extension URL {
    /// The user's folder for documents. Foundation has this property on Apple's systems only.
    public static var documentsDirectory: URL {
      FileManager.default.urls(for: .documentDirectory, in: .userDomainMask).first
        ?? FileManager.default.homeDirectoryForCurrentUser.appending(path: "Documents")
    }
  }
#endif
