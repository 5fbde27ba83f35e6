import Foundation

/// A song in the catalog.
public struct Song: Codable, Hashable, Identifiable, Sendable {
  /// The song's number in the catalog.
  public var id: Int
  /// The title.
  public var title: String
  /// The name of the artist, or an empty text if the server does not send it.
  public var artist: String
  /// The duration in seconds.
  public var seconds: Int?

  /// Makes a song.
  public init(id: Int, title: String, artist: String, seconds: Int? = nil) {
    self.id = id
    self.title = title
    self.artist = artist
    self.seconds = seconds
  }

  /// Decodes the service's representation, in which the number may be written as a text.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    id = try container.decodeID(forKey: .id)
    title = try container.decode(String.self, forKey: .title)
    artist = container.decodeIfReadable(String.self, forKey: .artist) ?? ""
    seconds = container.decodeIfReadable(Int.self, forKey: .seconds)
  }
}

extension EndpointValues {
  /// All songs in the catalog.
  public var songs: Endpoint<[Song]> { Endpoint("v1", "songs", placeholder: Song.placeholders, sample: Song.samples) }

  /// The songs of an artist.
  public subscript(songsBy artist: String) -> Endpoint<[Song]> {
    Endpoint(
      "v1",
      "songs",
      query: [URLQueryItem(name: "artist", value: artist)],
      placeholder: Song.placeholders,
      sample: Song.samples.filter { $0.artist == artist }
    )
  }
}

extension Song {
  static let placeholders = (1...3).map { Song(id: $0, title: "――――――", artist: "―――") }

  static let samples = (0..<3_000).map { index in
    let times = ["夜明け", "夏", "真夜中", "雨上がり", "夕焼け", "冬", "四月"]
    let things = ["の海", "のうた", "を待つ", "ブルース", "の手紙", "のプレリュード"]
    let artists = ["青い電車", "The Loops", "月と梯子", "Nagori", "東京弦楽四重奏団"]
    return Song(
      id: index + 1,
      title: times[index % times.count] + things[index % things.count],
      artist: artists[index / 3 % artists.count],
      seconds: index % 9 == 8 ? nil : 120 + index * 37 % 240
    )
  }
}
