import Foundation
import StoreWeb

/// Serves a site on this machine.
struct SiteServer {
  private let server: WebServer
  private let basePath: String

  var url: String { "\(server.url)\(basePath)/documentation/" }

  /// - Parameter port: The port, or 0 for one that the system chooses.
  init(site: URL, basePath: String, port: UInt16) throws {
    guard FileManager.default.fileExists(atPath: site.appending(path: "index.html").path) else {
      throw SiteFailure("There is no site in \(site.path).")
    }
    self.basePath = basePath
    do {
      server = try WebServer(port: port) { request in
        guard request.method == "GET" || request.method == "HEAD" else { return .respond(405) }
        return Self.answer(to: request.path, site: site, basePath: basePath)
      }
    } catch {
      throw SiteFailure("The site can't be shown on port \(port): \(error). Name another: scripts/docs --serve 8081")
    }
  }

  static func answer(to target: String, site: URL, basePath: String) -> WebResponse {
    guard let path = target.removingPercentEncoding, path.hasPrefix(basePath + "/"),
      !path.split(separator: "/").contains("..")
    else { return .respond(404) }
    var file = site.appending(path: String(path.dropFirst(basePath.count)))
    var isFolder: ObjCBool = false
    if FileManager.default.fileExists(atPath: file.path, isDirectory: &isFolder), isFolder.boolValue {
      file.append(path: "index.html")
    }
    guard let data = try? Data(contentsOf: file) else { return .respond(404) }
    let type = types[file.pathExtension] ?? "application/octet-stream"
    return .respond(headers: [WebRequest.Header("Content-Type", type)], body: Array(data))
  }

  private static let types = [
    "css": "text/css; charset=utf-8", "html": "text/html; charset=utf-8", "ico": "image/x-icon",
    "jpg": "image/jpeg", "js": "text/javascript; charset=utf-8", "json": "application/json", "png": "image/png",
    "svg": "image/svg+xml", "txt": "text/plain; charset=utf-8", "woff2": "font/woff2",
  ]
}
