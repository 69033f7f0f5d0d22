import Logging
import MediaTypes
import MusicLibrary
import Network
import Synchronization

/// What ends a turn early. Any thread.
final class ListenStop: Sendable {
    private let state = Mutex<(isEnded: Bool, ending: ServiceClient.Ending?)>((false, nil))

    /// Whether the turn is to end.
    var isEnded: Bool { state.withLock { $0.isEnded } }

    /// Ends the question that is under way, and the turn.
    func end() {
        state.withLock { state in
            state.isEnded = true
            state.ending?.end()
        }
    }

    /// Takes over what ends the questions of the turn.
    fileprivate func take(_ ending: ServiceClient.Ending) {
        state.withLock { state in
            state.ending = ending
            if state.isEnded { ending.end() }
        }
    }
}

/// One turn of telling a service what was heard: writes it down, and tells all that waits, oldest first. It runs on a thread of its own and waits for
/// the disk and the network.
struct ListenTurn: Sendable {
    /// What has come of a turn.
    enum Outcome: Hashable, Sendable {
        /// Nothing was to be told.
        case nothing
        /// Everything was told.
        case told
        /// Not everything was told.
        case failed(ListenFailure)
    }

    /// Which service is told.
    enum Settings: Hashable, Sendable {
        case listenBrainz(ListenSettings.ListenBrainz)
        case lastFM(ListenSettings.LastFM)
    }

    let settings: Settings
    let network: NetworkConfiguration
    let store: ListenStore
    let logger: Logger
    let stop: ListenStop
    /// What is being heard and is to be told; `nil` for nothing.
    let playing: Listen?
    /// Whether the service may be asked now.
    let mayAsk: Bool
    /// Whether it is asked though nothing is to be told, because a person has to sign in first.
    let signsIn: Bool

    /// Carries it out.
    func run() -> Outcome {
        store.save()
        guard mayAsk, signsIn || playing != nil || store.count > 0 else { return .nothing }
        defer { store.save() }
        do throws(ListenFailure) {
            let voice = try makeVoice()
            try tellAll(voice)
            if let playing, !stop.isEnded { try tell(playing, voice) }
            return .told
        } catch {
            return .failed(error)
        }
    }

    private func makeVoice() throws(ListenFailure) -> any ListenVoice {
        let client: ServiceClient
        do throws(MediaError) { client = try ServiceClient(network) } catch { throw .later(error.message) }
        stop.take(client.ending)
        return switch settings {
        case .listenBrainz(let settings): try ListenBrainzVoice(settings, client)
        case .lastFM(let settings): try LastFMVoice(settings, client, store)
        }
    }

    private func tellAll(_ voice: any ListenVoice) throws(ListenFailure) {
        var size = voice.most
        while !stop.isEnded {
            let listens = store.first(size)
            if listens.isEmpty { return }
            do throws(ListenFailure) {
                try voice.tell(listens.map { ($0, Self.identifiers($0)) })
                size = min(voice.most, size * 2)
            } catch {
                guard case .refused(let reason) = error else { throw error }
                // Which of them it does not take, it does not say.
                if listens.count > 1 {
                    size = (listens.count + 1) / 2
                    continue
                }
                logger.warning(
                    "A service does not take a song that was heard.",
                    metadata: ["title": "\(listens[0].title)", "reason": "\(reason)"])
            }
            store.remove(listens)
            store.save()
        }
    }

    private func tell(_ playing: Listen, _ voice: any ListenVoice) throws(ListenFailure) {
        do throws(ListenFailure) {
            try voice.tellPlaying(playing, Self.identifiers(playing))
        } catch {
            // It is over soon, and comes again when it was heard.
            guard case .refused = error else { throw error }
        }
    }

    private static func identifiers(_ listen: Listen) -> SongIdentifiers {
        listen.file.map(SongIdentifiers.read) ?? SongIdentifiers()
    }
}
