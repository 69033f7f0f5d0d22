import AudioTypes
import Media
import MediaTypes
import PlayerModel
import SystemSupport

/// Opens one source, hands it to the decode thread and reports that.
struct Opener: Sendable {
    let opening: any MediaOpening
    let decoder: WorkerThread<DecodeMessage>
    let events: @Sendable (WorkerEvent) -> Void

    func open(
        _ uri: String, _ token: SourceToken, _ reach: NetworkReach, _ track: TrackWish, _ cancellation: CancellationToken
    ) {
        do throws(PlaybackError) {
            let source = try opening.open(uri, reach: reach, track: track, cancellation: cancellation)
            let description = opening.completed(source.description, of: uri)
            decoder.post(.adopt(token, SourceBox(source)))
            events(.opened(token, description))
        } catch {
            events(.failedToOpen(token, error))
        }
    }
}
