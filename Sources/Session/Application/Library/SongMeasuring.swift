import Decoding
import Loudness
import MediaLibrary
import MediaTypes
import MusicLibrary
import PlayerModel
import Playlists

/// Measures songs for the library. Any thread.
enum SongMeasuring {
    /// Errors that are no fault of the file: its disk is away, for example.
    private static let passing: [PlaybackError.Code] = [.media(.notFound), .media(.unreadable), .media(.notAllowed)]

    /// Measures the song at a path, which is a file or a track of a sheet. Asks `goesOn` after each piece, which may wait.
    static func measure(_ path: [UInt8], media: AnyMediaOpening, while goesOn: () -> Bool) -> LoudnessOutcome {
        guard TrackLoudnessMeter.isAvailable else {
            return .impossible("loudness needs libebur128.so.1, which is not there: install libebur128-1")
        }
        do throws(PlaybackError) {
            switch try MediaLoudness.of(LocationResolver.uri(ofAbsolutePath: path), media: media, while: goesOn) {
            case .measured(let blocks, let peak): return .measured(blocks, peak: peak)
            case .stated: return .stated
            case .ended: return .ended
            }
        } catch {
            return passing.contains(error.code) ? .unreachable : .failed
        }
    }
}
