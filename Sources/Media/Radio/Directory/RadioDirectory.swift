import JSON
package import Media
package import MediaTypes
package import Network
import Synchronization
import SystemSupport

/// The user's settings for the directory of stations.
package struct RadioSettings: Hashable, Sendable {
    /// Whether the directory may be asked.
    package var isEnabled = false
    /// The address of a server that is asked in place of the public ones, such as `http://radio.home:8080`; `nil` for those.
    package var server: String?

    /// Makes the defaults: nothing is asked.
    package init() {}
}

/// Asks the directory of stations (radio-browser.info, or a server that speaks as it does).
///
/// Any thread that may wait: each question has a connection of its own, which ends with it. While nobody asks, there is no connection,
/// no thread and no timer.
package final class RadioDirectory: Sendable {
    /// How long a question may take at all servers together, and at one of them, in seconds.
    private static let (patienceSeconds, serverSeconds) = (30.0, 12.0)
    /// How many servers are asked.
    private static let attempts = 3
    /// How deep an answer may be.
    private static let depth = 6

    private struct State {
        var settings = RadioSettings()
        var network: NetworkConfiguration
        var servers = RadioServers()
        var clicks = ClickBook()
    }

    /// What the directory says of where a station is.
    package struct Place: Hashable, Sendable {
        /// With the number of the station.
        package let address: String
        /// Where the address may lead.
        package let reach: NetworkReach
    }

    /// Stations, and where their addresses may lead.
    package struct Stations: Hashable, Sendable {
        package let stations: [Station]
        package let reach: NetworkReach
    }

    private let state: Mutex<State>
    private let lookUp: @Sendable (String) -> [ServiceRecord]
    private let report: @Sendable (String) -> Void

    /// - Parameter report: gets a sentence about what went wrong where nobody waits for an answer. Any thread.
    package convenience init(_ network: NetworkConfiguration, report: @escaping @Sendable (String) -> Void) {
        self.init(network, lookUp: { ServerLookup.records(of: $0) }, report: report)
    }

    init(
        _ network: NetworkConfiguration, servers: RadioServers = RadioServers(),
        lookUp: @escaping @Sendable (String) -> [ServiceRecord], report: @escaping @Sendable (String) -> Void
    ) {
        state = Mutex(State(network: network, servers: servers))
        self.lookUp = lookUp
        self.report = report
    }

    /// Takes over settings. Questions that are under way keep the old ones.
    package func configure(_ settings: RadioSettings) { state.withLock { $0.settings = settings } }

    /// Takes over settings of the network.
    package func reconfigure(_ network: NetworkConfiguration) { state.withLock { $0.network = network } }

    /// Whether the configuration lets the directory be asked.
    package var isOn: Bool { state.withLock { $0.settings.isEnabled && $0.network.isEnabled } }

    // MARK: Questions

    /// Finds stations. What is no station in the answer is left out.
    package func search(_ search: StationSearch, cancellation: CancellationToken) throws(RadioError) -> Stations {
        let answer = try ask(search.target, cancellation)
        return Stations(stations: answer.list.prefix(StationSearch.limit).compactMap(Station.init), reach: answer.reach)
    }

    /// Lists countries, languages, tags or codecs: those with the most stations first.
    package func names(
        of facet: StationFacet, limit: Int, cancellation: CancellationToken
    ) throws(RadioError) -> [StationName] {
        let limit = min(max(1, limit), 1_000)
        let target = "/json/\(facet.rawValue)?order=stationcount&reverse=true&hidebroken=true&limit=\(limit)"
        return try ask(target, cancellation).list.prefix(limit).compactMap(StationName.init)
    }

    /// Returns a station.
    /// - Throws: ``RadioError/Code/stationNotFound`` if the directory does not have it.
    package func station(_ id: StationID, cancellation: CancellationToken) throws(RadioError) -> Stations {
        let answer = try ask("/json/stations/byuuid?uuids=\(id.text)", cancellation)
        let station = answer.list.prefix(8).lazy.compactMap(Station.init).first { $0.id == id }
        guard let station else { throw Self.notFound(id) }
        return Stations(stations: [station], reach: answer.reach)
    }

    /// Returns where a station is now. The directory counts that as a click.
    /// - Throws: ``RadioError/Code/stationNotFound`` if the directory does not have it.
    package func place(of id: StationID, cancellation: CancellationToken) throws(RadioError) -> Place {
        let answer = try ask("/json/url/\(id.text)", cancellation, isObject: true)
        state.withLock { _ = $0.clicks.take(id, at: MonotonicClock.nanoseconds) }
        let isOf = answer.json["stationuuid"]?.stringValue.map { StationID($0) == id } ?? false
        guard isOf, let address = Station.address(answer.json["url"]) else { throw Self.notFound(id) }
        return Place(address: StationAddress.address(address, of: id), reach: answer.reach)
    }

    /// Fetches the logo of a station from where the directory says that it is.
    /// - Parameter reach: where the address may lead.
    package func logo(at address: String, mostBytes: Int, reach: NetworkReach) throws(RadioError) -> [UInt8] {
        let (settings, network) = state.withLock { ($0.settings, $0.network) }
        guard settings.isEnabled else { throw .off }
        do throws(MediaError) {
            var request = ServiceRequest(try WebAddress(address))
            (request.mostBytes, request.timeoutSeconds, request.reach) = (mostBytes, Self.serverSeconds, reach)
            let reply = try ServiceClient(network).send(request)
            guard (200..<300).contains(reply.status) else {
                throw MediaError(.notFound, "\(reply.address.text) answers with status \(reply.status)")
            }
            return reply.body
        } catch {
            throw RadioError(.failed, error.message)
        }
    }

    /// Has the directory count that a station plays, on a thread of its own, which ends after that. Once a day for each station; nothing
    /// if the directory is off. Any thread, without waiting.
    package func noteOpened(_ id: StationID) {
        let isNews = state.withLock { state in
            state.settings.isEnabled && state.network.isEnabled && state.clicks.take(id, at: MonotonicClock.nanoseconds)
        }
        guard isNews else { return }
        do throws(OwnThread.Failure) {
            try OwnThread.start(name: "fermata-click") { [self] in
                CurrentThread.becomeModest()
                do throws(RadioError) {
                    _ = try ask("/json/url/\(id.text)", CancellationToken(), isObject: true)
                } catch {
                    state.withLock { $0.clicks.forget(id) }
                    report("the directory of radio stations was not told that \(id.text) plays: \(error.message)")
                }
            }
        } catch {
            state.withLock { $0.clicks.forget(id) }
            report("the directory of radio stations was not told that \(id.text) plays: \(error.description)")
        }
    }

    private static func notFound(_ id: StationID) -> RadioError {
        RadioError(.stationNotFound, "the directory has no station \(id.text)")
    }

    // MARK: Asking

    private struct Answer {
        let json: JSONValue
        let reach: NetworkReach
        var list: [JSONValue] { json.arrayValue ?? [] }
    }

    /// Asks one server after the other until one gives an answer that can be used.
    private func ask(
        _ target: String, _ cancellation: CancellationToken, isObject: Bool = false
    ) throws(RadioError) -> Answer {
        let (settings, network) = state.withLock { ($0.settings, $0.network) }
        guard settings.isEnabled else { throw .off }
        let client: ServiceClient
        do throws(MediaError) { client = try ServiceClient(network) } catch { throw RadioError(.limitExceeded, error.message) }
        let ending = client.ending
        let handler = cancellation.register { ending.end() }
        defer { cancellation.forget(handler) }
        let end = MonotonicClock.nanoseconds + Int64(Self.patienceSeconds * 1e9)
        var tried: Set<String> = []
        var failure = RadioError(.failed, "no server of the directory of radio stations is known")
        while tried.count < Self.attempts, MonotonicClock.nanoseconds < end {
            if cancellation.isCancelled { throw RadioError(.cancelled, "the question to the directory was cancelled") }
            guard let server = settings.server ?? nextServer(besides: tried, isOn: network.isEnabled), !tried.contains(server)
            else {
                break
            }
            tried.insert(server)
            do throws(RadioError) {
                // What one says who names a server is nobody else's.
                let reach: NetworkReach = settings.server == nil ? .publicOnly : .everywhere
                let left = Double(end - MonotonicClock.nanoseconds) / 1e9
                let answer = try Self.answer(
                    of: server, target, reach, seconds: min(max(left, 1), Self.serverSeconds), isObject: isObject, client)
                state.withLock { $0.servers.worked(server) }
                return answer
            } catch {
                if cancellation.isCancelled { throw RadioError(.cancelled, "the question to the directory was cancelled") }
                failure = error
                guard error.code == .failed else { throw error }
                state.withLock { $0.servers.failed(server, at: MonotonicClock.nanoseconds) }
            }
        }
        throw failure
    }

    /// Returns the server that is asked next. Looks for servers before that, if it is time.
    private func nextServer(besides tried: Set<String>, isOn: Bool) -> String? {
        if isOn, state.withLock({ $0.servers.areToBeFound(at: MonotonicClock.nanoseconds) }) {
            let records = lookUp(RadioServers.serviceName)
            state.withLock { state in
                var generator = SystemRandomNumberGenerator()
                state.servers.take(records, at: MonotonicClock.nanoseconds, using: &generator)
            }
        }
        return state.withLock { $0.servers.next(besides: tried, at: MonotonicClock.nanoseconds) }
    }

    private static func answer(
        of server: String, _ target: String, _ reach: NetworkReach, seconds: Double, isObject: Bool, _ client: ServiceClient
    ) throws(RadioError) -> Answer {
        let reply: ServiceReply
        do throws(MediaError) {
            var request = ServiceRequest(try WebAddress((server.hasSuffix("/") ? String(server.dropLast()) : server) + target))
            request.fields = ["Accept: application/json"]
            request.timeoutSeconds = seconds
            request.reach = reach
            reply = try client.send(request)
        } catch {
            throw RadioError(.failed, error.message)
        }
        let place = reply.address.text
        // A station that is not there has no other answer at another server.
        if reply.status == 404, isObject { throw RadioError(.stationNotFound, "\(place): the directory has no such station") }
        guard (200..<300).contains(reply.status) else {
            throw RadioError(.failed, "\(place) answers with status \(reply.status)")
        }
        let json: JSONValue
        do throws(JSONError) {
            json = try JSONValue(parsing: reply.body, maximumDepth: depth)
        } catch {
            throw RadioError(.failed, "\(place) answers with something else than JSON: \(error)")
        }
        guard isObject ? json.objectValue != nil : json.arrayValue != nil else {
            throw RadioError(.failed, "\(place) answers with JSON that is no \(isObject ? "object" : "list")")
        }
        return Answer(json: json, reach: reply.reach)
    }
}
