import Application
import ControlProtocol
import MediaTypes
import Radio

extension StationSearch {
    init(_ wanted: Wire.StationSearch) {
        self.init()
        (name, country, language, tag, codec) = (wanted.name, wanted.country, wanted.language, wanted.tag, wanted.codec)
        order = Order(rawValue: wanted.order.rawValue) ?? .votes
        (offset, limit) = (wanted.offset, wanted.limit)
    }
}

extension Wire.Station {
    init(_ station: Station) {
        self.init(
            station: station.id.text, name: station.name, uri: station.address, homepage: station.homepage, logo: station.logo,
            tags: station.tags, country: station.country, languages: station.languages, codec: station.codec,
            bitrate: station.bitRate, votes: station.votes, clicks: station.clicks, heard: station.wasHeard)
    }
}

extension Wire.StationName {
    init(_ name: StationName) { self.init(name: name.name, code: name.code, stations: name.count) }
}

extension ControlError {
    /// Makes the protocol's error for a question to the directory of stations.
    init(_ error: RadioError) {
        switch error.code {
        case .off: self.init(.radioUnavailable, error.message)
        case .stationNotFound: self.init(.stationNotFound, error.message)
        case .limitExceeded: self.init(.limitExceeded, error.message)
        case .failed: self.init(.networkFailed, error.message)
        // A client that left gets no answer. For all others, the daemon ends.
        case .cancelled: self.init(.shuttingDown, "fermatad is about to end")
        }
    }

    /// Makes the protocol's error for a station that is not played or kept.
    init(_ error: Application.StationFailure) {
        switch error {
        case .radio(let error): self.init(error)
        case .application(let error): self.init(error)
        case .playlist(let error): self.init(error)
        }
    }
}
