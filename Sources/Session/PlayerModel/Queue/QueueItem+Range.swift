import AudioTypes
package import MediaTypes
import Playlists

// Items that are a part of a file.
extension QueueItem {
    /// The part of the file that is played; `nil` for all of it.
    package var range: MediaRange? { MediaRange.split(uri)?.range }

    /// ``uri`` without the part: a path, where that can be written as text.
    package var wholeURI: String {
        guard let file = MediaRange.split(uri)?.file else { return uri }
        guard let location = try? MediaLocation(uri: file) else { return file }
        return String(validating: location.path, as: UTF8.self) ?? file
    }

    /// The duration of the whole file, as far as it is known: in a part that has an end, it is not.
    fileprivate var wholeDuration: Double? {
        guard let range else { return duration }
        return range.end == nil ? duration.map { $0 + range.start.seconds } : nil
    }

    /// Plays another part of the file; `nil` plays all of it.
    fileprivate mutating func setRange(_ new: MediaRange?) {
        let whole = wholeDuration
        let file = wholeURI
        if let new {
            let url = (try? MediaLocation(path: Array(file.utf8))).map { LocationResolver.fileURL($0.path) } ?? file
            location = url + new.fragment
        } else {
            location = file
        }
        let end = new?.end?.seconds ?? whole
        duration = end.map { max(0, min($0, whole ?? $0) - (new?.start.seconds ?? 0)) }
        if whole == nil {
            // Only reading the file tells where it ends.
            durationIsEstimate = duration != nil
            (wasRead, isToBeCounted) = (false, false)
        }
    }
}

extension MediaRange {
    /// The latest moment of a part, in seconds: thirty years.
    private static let latest = 999_999_999.0

    /// Makes the part between two moments, in seconds and exact to the millisecond; `nil` if it has no sound.
    package init?(start: Double, end: Double?) {
        guard (0...Self.latest).contains(start), end.map({ $0 > start && $0 <= Self.latest }) ?? true else { return nil }
        func time(_ seconds: Double) -> MediaTime { MediaTime(value: Int64((seconds * 1_000).rounded()), timescale: 1_000) }
        self.init(start: time(start), end: end.map(time))
    }
}

extension PlayQueue {
    /// Has a part of an item's file be played; `nil` for all of it. An end behind the end of the file counts as that.
    /// - Throws: `queue_item_not_found`; `queue_item_not_editable` for an address that is no file's; `range_not_allowed` for a part
    ///   that begins behind the end of the file.
    mutating func setRange(_ range: MediaRange?, of id: Int64) throws(PlaybackError) {
        guard let index = index(of: id) else { throw PlaybackQueueLookup.notFound(id) }
        let item = items[index]
        guard (try? MediaLocation(uri: item.wholeURI)) != nil else {
            throw PlaybackError(
                .queueItemNotEditable, "\(item.uri) is played as a whole: only files have parts", uri: item.uri, item: id)
        }
        var range = range
        if let whole = item.wholeDuration, !item.durationIsEstimate, let wanted = range {
            guard wanted.start.seconds <= whole else {
                throw PlaybackError(
                    .rangeNotAllowed, "\(item.uri) has \(whole) seconds: no part of it begins at \(wanted.start.seconds)",
                    uri: item.uri, item: id)
            }
            if let end = wanted.end, end.seconds >= whole { range = MediaRange(start: wanted.start, end: nil) }
        }
        if let wanted = range, wanted.start.value == 0, wanted.end == nil { range = nil }
        let (wanted, mark) = (range, mark)
        update(where: { $0.id == id && $0.range != wanted }) { item in
            item.setRange(wanted)
            return true
        }
        countAddresses()
        if items[index] != item { note(.range(item), .changed, 1, since: mark) }
    }
}
