import AudioTypes
import Decoding
import Media
import MediaTypes
import PlayerModel

/// Opens media as another one does, and says where it was left.
struct ResumingOpening: MediaOpening {
    let media: AnyMediaOpening
    let places: ListeningPlaces

    func isRemote(_ uri: String) -> Bool { media.isRemote(uri) }

    func open(_ uri: String, cancellation: CancellationToken) throws(PlaybackError) -> any MediaSource {
        try media.open(uri, cancellation: cancellation)
    }

    func open(
        _ uri: String, reach: NetworkReach, track: TrackWish, cancellation: CancellationToken
    ) throws(PlaybackError) -> any MediaSource {
        try media.open(uri, reach: reach, track: track, cancellation: cancellation)
    }

    func place(of uri: String, _ description: SourceDescription) -> Double? { places.place(of: uri, description) }
}
