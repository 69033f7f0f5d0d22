import AudioTypes
import Media
import MediaTypes
import PlayerModel
import Radio

extension AnyMediaOpening {
    /// Opens a station of the directory at the address that is known of it. If nothing can be played there, the directory is asked where
    /// the station is now. It counts that the station was opened.
    func open(
        _ station: StationID, of radio: RadioDirectory, _ uri: String, _ reach: NetworkReach, _ track: TrackWish,
        _ cancellation: CancellationToken
    ) throws(MediaError) -> any MediaSource {
        let failure: MediaError
        do throws(MediaError) {
            let source = try openStream(uri, reach, track, cancellation)
            radio.noteOpened(station)
            return source
        } catch {
            // These are true of every address.
            guard ![.cancelled, .limitExceeded].contains(error.code), radio.isOn else { throw error }
            failure = error
        }
        let place: RadioDirectory.Place
        do throws(RadioError) {
            place = try radio.place(of: station, cancellation: cancellation)
        } catch {
            if error.code == .cancelled { throw MediaError(.cancelled, error.message) }
            throw MediaError(
                failure.code, "\(failure.message); \(error.message)", systemError: failure.systemError, detail: failure.detail)
        }
        guard place.address != StationAddress.address(uri, of: station) else { throw failure }
        // Whoever has named the station may reach no more than the directory.
        let narrow = reach == .publicOnly ? reach : place.reach
        return try openStream(place.address, narrow, track, cancellation)
    }
}
