import Logging
import Media
package import MediaLibrary
package import MediaTypes
package import PlayerModel
import Playlists
package import Radio

// The directory of radio stations.
extension Application {
    /// Gets what was wanted of the directory, or the reason why there is no answer. Called on the control thread, unless the client leaves
    /// while its question still waits.
    package typealias RadioAnswer<Value> = (Result<Value, RadioError>) -> Void

    /// Finds stations.
    package func searchStations(_ search: StationSearch, for origin: Origin, answer: @escaping RadioAnswer<[Station]>) {
        let cancellation = cancellations.token(of: origin)
        radio.ask(
            for: origin,
            { directory throws(RadioError) in try directory.search(search, cancellation: cancellation).stations },
            answer: answer)
    }

    /// Lists countries, languages, tags or codecs of stations.
    package func listStationNames(
        of facet: StationFacet, limit: Int, for origin: Origin, answer: @escaping RadioAnswer<[StationName]>
    ) {
        let cancellation = cancellations.token(of: origin)
        radio.ask(
            for: origin,
            { directory throws(RadioError) in try directory.names(of: facet, limit: limit, cancellation: cancellation) },
            answer: answer)
    }

    /// What can go wrong where a station is to be played or kept.
    package enum StationFailure: Error {
        case radio(RadioError)
        case application(ApplicationError)
        case playlist(StoredPlaylistError)
    }

    /// Adds a station of the directory to the queue, with its name, and answers with the outcome. If `plays`, it is heard.
    package func addStation(
        _ id: StationID, _ insertion: QueueInsertion, plays: Bool, for origin: Origin,
        answer: @escaping (Result<CommandOutcome, StationFailure>) -> Void
    ) {
        findStation(id, for: origin) { [weak self] result in
            guard let self else { return }
            let found: (station: Station, isPublicOnly: Bool)
            switch result {
            case .success(let station): found = station
            case .failure(let error): return answer(.failure(.radio(error)))
            }
            var item = QueueItem(id: 0, uri: found.station.address, title: found.station.name)
            item.isPublicOnly = found.isPublicOnly
            add([item], insertion, for: origin) { [weak self] result in
                guard plays, case .success(let outcome) = result, let added = outcome.added.first else {
                    return answer(result.mapError(StationFailure.application))
                }
                self?.perform(.playItem(added), for: origin) { played in
                    answer(played.map { _ in outcome }.mapError(StationFailure.application))
                }
            }
        }
    }

    /// Adds a station of the directory to a stored playlist, which is made if it is missing, with its name. A station that is there already
    /// is not added again.
    package func keepStation(
        _ id: StationID, in playlist: String, for origin: Origin,
        answer: @escaping (Result<PlaylistOutcome, StationFailure>) -> Void
    ) {
        findStation(id, for: origin) { [weak self] result in
            guard let self else { return }
            let found: (station: Station, isPublicOnly: Bool)
            switch result {
            case .success(let station): found = station
            case .failure(let error): return answer(.failure(.radio(error)))
            }
            var entry = PlaylistEntry(uri: found.station.address, title: found.station.name)
            entry.isPublicOnly = found.isPublicOnly
            change(
                playlist, for: origin,
                { [entry] directory throws(StoredPlaylistError) in try directory.keep(entry, of: id, in: playlist) }
            ) { [weak self] result in
                if case .success = result { self?.keepLogo(of: found.station, isPublicOnly: found.isPublicOnly, for: origin) }
                answer(result.mapError(StationFailure.playlist))
            }
        }
    }

    /// Fetches the logo of a station, if there is no file of it yet. Nobody waits for that, and the client may leave meanwhile.
    private func keepLogo(of station: Station, isPublicOnly: Bool, for origin: Origin) {
        guard let address = station.logo else { return }
        let logos = pictures.logos
        radio.ask(
            for: origin,
            { directory throws(RadioError) in
                guard !logos.have(station.id) else { return }
                let bytes = try directory.logo(
                    at: address, mostBytes: StationLogos.sizeLimit, reach: isPublicOnly ? .publicOnly : .everywhere)
                do throws(PictureStore.Failure) {
                    try logos.keep(bytes, of: station.id)
                } catch {
                    throw RadioError(.failed, error.description)
                }
            }
        ) { [logger] result in
            guard case .failure(let error) = result else { return }
            logger.notice("The logo of a station is not kept.", metadata: ["reason": "\(error.message)"])
        }
    }

    private func findStation(
        _ id: StationID, for origin: Origin, answer: @escaping RadioAnswer<(station: Station, isPublicOnly: Bool)>
    ) {
        let cancellation = cancellations.token(of: origin)
        radio.ask(
            for: origin, { directory throws(RadioError) in try directory.station(id, cancellation: cancellation) }
        ) { [weak self] result in
            guard let self, !cancellation.isCancelled else { return }
            answer(
                result.flatMap { found in
                    guard let station = found.stations.first else {
                        return .failure(RadioError(.stationNotFound, "the directory has no station \(id.text)"))
                    }
                    return .success((station, found.reach == .publicOnly || self.reach(of: origin) == .publicOnly))
                })
        }
    }
}
