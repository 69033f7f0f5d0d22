import Decoding
import Loudness
import MediaLibrary
import MediaTypes
import MusicLibrary
import PlayerModel
import Playlists

/// Measures songs for the library. Any thread.
enum SongMeasuring {
    /// Errors that are a fault of the file. Others pass: its disk is away, or the daemon has too many files open.
    private static let lasting: [PlaybackError.Code] = [.media(.unsupported), .media(.corrupt)]

    /// Why nothing can be measured here; `nil` if something can. The library is looked for once, among files that are in memory or missing.
    static var problem: String? {
        TrackLoudnessMeter.isAvailable ? nil : "loudness needs libebur128.so.1, which is not there: install libebur128-1"
    }

    /// Measures the song at a path, which is a file or a track of a sheet. Asks `goesOn` after each piece, which may wait.
    static func measure(_ path: [UInt8], media: AnyMediaOpening, while goesOn: () -> Bool) -> LoudnessOutcome {
        if let problem { return .impossible(problem) }
        do throws(PlaybackError) {
            switch try MediaLoudness.of(LocationResolver.uri(ofAbsolutePath: path), media: media, while: goesOn) {
            case .measured(let blocks, let peak, let ends): return .measured(blocks, peak: peak, ends: ends)
            case .stated(let ends): return .stated(ends)
            case .ended: return .ended
            }
        } catch {
            return lasting.contains(error.code) ? .failed : .unreachable
        }
    }
}
