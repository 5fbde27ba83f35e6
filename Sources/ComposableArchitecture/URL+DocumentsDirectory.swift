#if !canImport(Darwin)
  public import Foundation

  extension URL {
    /// The folder for documents of the user, which Foundation has by this name on Apple's systems only.
    public static var documentsDirectory: URL {
      FileManager.default.urls(for: .documentDirectory, in: .userDomainMask).first
        ?? FileManager.default.homeDirectoryForCurrentUser.appending(path: "Documents")
    }
  }
#endif
