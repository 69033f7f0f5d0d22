import AudioTypes
import MediaTypes

// Live streams that come back as another one: with another codec or rate, or as a list of addresses. The item is opened anew behind
// what is left of it in the ring, as if it repeated itself.
extension Player {
    /// Takes in that the stream of a segment of `frames` frames came back as another one.
    mutating func streamChanged(_ segment: UInt64, _ frames: Int64) -> [PlayerAction] {
        guard let track = tracks[segment] else { return [] }
        returningID = track.item.id
        tracks.comeBack(segment)
        return decoded(segment, frames)
    }

    /// Opens the item of the last track anew if its stream came back as another one; `nil` if it did not, or if that failed already.
    mutating func openAgain(behind last: Track) -> [PlayerAction]? {
        guard last.comesBack, next.skips.passed == 0, emptyTracks.allowAnother(ofQueue: queue.items.count),
            let index = queue.index(of: last.item.id)
        else { return nil }
        let item = queue.items[index]
        let token = numbers.makeToken()
        next.open(item, token, distance: last.distance)
        let frames = last.endFrame.map { $0.value - last.startFrame.value } ?? 0
        let pause = returnPause.take(after: Double(frames) / Double(tracks.format?.sampleRate.hertz ?? SampleRate.cd.hertz))
        guard pause > 0 else { return [.open(token, uri: item.location, reach: item.reach)] }
        return [.openLater(token, uri: item.location, reach: item.reach, nanoseconds: pause)]
    }

    /// Returns whether an item that begins is heard again because its stream came back, and forgets that.
    mutating func takeReturn(of id: Int64) -> Bool {
        guard returningID == id, queue.currentID == id else { return false }
        returningID = nil
        return true
    }
}
