import AudioTypes
import MediaTypes
package import Playlists

extension QueueItem {
    /// Makes an item, still without an id, from an entry of a playlist.
    package init(_ entry: PlaylistEntry) {
        let scale = CueRange.framesPerSecond
        let range = entry.range.map { range in
            MediaRange(
                start: MediaTime(value: range.start, timescale: scale),
                end: range.end.map { MediaTime(value: $0, timescale: scale) })
        }
        self.init(
            id: 0, uri: entry.uri + (range?.fragment ?? ""), title: QueueText.shown(entry.title),
            artist: QueueText.shown(entry.artist), album: QueueText.shown(entry.album), duration: entry.duration,
            durationIsEstimate: entry.duration != nil)
        isPublicOnly = entry.isPublicOnly
        let disc = TagNumber(entry.disc)
        var album = AlbumTags(artist: nil, date: nil, genre: nil, discNumber: disc.number, discTotal: disc.total)
        let gain = ReplayGain(tags: entry.replayGain, codec: "")
        album.sheetGain = gain.isEmpty ? nil : gain
        tags.own.shared = album.shared
    }
}
