import AudioTypes
package import MediaTypes

extension SheetTrack {
    /// Reads the tracks of a FLAC file that has them in a block of its own. They have numbers and no titles, so that a sheet among the tags
    /// or beside the file is better. Waits for the disk.
    /// - Returns: none if the file has no such block, or one that cannot be that of its sound.
    package static func inBlock(
        of location: MediaLocation, cancellation: CancellationToken = CancellationToken()
    ) throws(MediaError) -> [SheetTrack] {
        guard let sheet = try FLACCueSheet(of: try FileSource(location, cancellation: cancellation)) else { return [] }
        let scale = sheet.sampleRate
        return sheet.tracks.enumerated().map { index, track in
            let range = MediaRange(
                start: MediaTime(value: track.start, timescale: scale),
                end: track.end.map { MediaTime(value: $0, timescale: scale) })
            return SheetTrack(place: index + 1, target: location, range: range, tags: ["track": "\(track.number)"])
        }
    }
}
