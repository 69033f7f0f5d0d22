import Application
import ControlProtocol
import ControlServer
import LineServer
import MediaLibrary
import MediaTypes
import PlayerModel
import Radio

// The methods of the directory of radio stations.
extension ControlDoor {
    static let radio: [MethodBinding<ControlDoor>] = [
        MethodBinding(Methods.Radio.search) { door, search, request in
            door.application.searchStations(StationSearch(search), for: Origin(request.client)) { result in
                request(result.map { $0.map(Wire.Station.init) }.mapError(ControlError.init))
            }
        },
        MethodBinding(Methods.Radio.list) { door, parameters, request in
            let (facet, limit) = parameters
            door.application.listStationNames(
                of: StationFacet(rawValue: facet.rawValue) ?? .tags, limit: limit, for: Origin(request.client)
            ) { result in
                request(result.map { $0.map(Wire.StationName.init) }.mapError(ControlError.init))
            }
        },
        MethodBinding(Methods.Radio.add) { door, parameters, request in
            let (station, next) = parameters
            door.add(station, QueueInsertion(next ? .next : .end), plays: false, request)
        },
        MethodBinding(Methods.Radio.play) { door, station, request in
            door.add(station, QueueInsertion(.next), plays: true, request)
        },
        MethodBinding(Methods.Radio.keep) { door, parameters, request in
            let (station, playlist) = parameters
            guard let id = StationID(station) else { return request(.failure(noStation(station))) }
            door.application.keepStation(id, in: playlist, for: Origin(request.client)) { result in
                request(
                    result.map { outcome in
                        Wire.PlaylistOutcome(name: playlist, length: outcome.count, revision: outcome.revision, skipped: [])
                    }.mapError(ControlError.init))
            }
        },
    ]

    private func add(
        _ station: String, _ insertion: QueueInsertion, plays: Bool, _ request: Request<Wire.QueueAddition>
    ) {
        guard let id = StationID(station) else { return request(.failure(Self.noStation(station))) }
        let application = application
        application.addStation(id, insertion, plays: plays, for: Origin(request.client)) { result in
            request(
                result.map { outcome in
                    Wire.QueueAddition(
                        ids: outcome.added, revision: application.snapshot.player.queue.revision, skipped: [])
                }.mapError(ControlError.init))
        }
    }

    private static func noStation(_ text: String) -> ControlError {
        ControlError(.invalidParams, "\"station\" is no UUID, such as 960e57c5-0601-11e8-ae97-52543be04c81")
    }
}
