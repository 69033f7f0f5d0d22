import AudioSession
import AudioTypes
package import Decoding
import Logging
package import Media
import MediaTypes
import NIOCore
import Playback
package import PlayerModel
import Rooms

// Announcements: short sounds of their own over the music.
extension Application {
    /// How an announcement is to be heard.
    package struct AnnouncementWish: Hashable, Sendable {
        /// The title that mixers show; `nil` for none.
        package var title: String?
        /// The level on the cubic scale of desktop mixers, 0…1; `nil` for that of the music.
        package var volume: Double?
        /// What happens to the music meanwhile; `nil` for what is usual: it is lower, but goes on as it is while other rooms hear the
        /// announcement.
        package var effect: Announcement.Effect?
        /// The names or ids of the rooms in which it is to be heard; none for where the music plays.
        package var rooms: [String]

        /// Makes a wish.
        package init(
            title: String? = nil, volume: Double? = nil, effect: Announcement.Effect? = nil, rooms: [String] = []
        ) {
            self.title = title
            self.volume = volume
            self.effect = effect
            self.rooms = rooms
        }
    }

    /// A stream that a client will send, and the id of its announcement.
    package typealias AnnouncedStream = (stream: PushedStream, announcement: Int64)

    /// Announces the media at `uri`. `answer` gets the id once the media are open. The announcement does not end with its client.
    package func announce(
        _ uri: String, _ wish: AnnouncementWish, answer: @escaping (Result<Int64, ApplicationError>) -> Void
    ) {
        let rooms: [Room]
        do throws(ApplicationError) { rooms = try checkAnnouncement(in: wish.rooms) } catch { return answer(.failure(error)) }
        // The address of a stream is a number that anyone can guess, and opening it would take the stream from its owner.
        guard !MediaAddress.isPushed(uri) else {
            return answer(
                .failure(.player(PlaybackError(.media(.notFound), "what a client sends has no address for others", uri: uri))))
        }
        hand(uri, wish, rooms, answersAtOnce: false) { answer($0.mapError(ApplicationError.player)) }
    }

    /// Announces media that a client will send. `answer` is called before their first byte comes; it gets the stream, which takes
    /// the client's connection.
    package func announceStream(
        _ samples: RawSamples?, _ wish: AnnouncementWish,
        answer: @escaping (Result<AnnouncedStream, ApplicationError>) -> Void
    ) {
        let rooms: [Room]
        do throws(ApplicationError) { rooms = try checkAnnouncement(in: wish.rooms) } catch { return answer(.failure(error)) }
        let stream: PushedStream
        do throws(PlaybackError) {
            stream = try streams.expect(title: wish.title, samples: samples, isQueued: false)
        } catch {
            return answer(.failure(.stream(error)))
        }
        hand(stream.uri, wish, rooms, answersAtOnce: true) { result in
            if case .failure = result { stream.end() }
            answer(result.map { (stream, $0) }.mapError(ApplicationError.player))
        }
    }

    /// Announces what somebody has said into a device of the network, which has come as a whole. `answer` gets the id once the sound is open.
    package func announceVoice(
        _ sound: [UInt8], for origin: Origin, answer: @escaping (Result<Int64, ApplicationError>) -> Void
    ) {
        if let refusal = Voice.refusal(of: sound) { return answer(.failure(.player(refusal))) }
        let wish = AnnouncementWish(title: remotes.name(of: origin.client))
        do throws(ApplicationError) { _ = try checkAnnouncement(in: []) } catch { return answer(.failure(error)) }
        let stream: PushedStream
        do throws(PlaybackError) {
            stream = try streams.expect(title: wish.title, samples: nil, isQueued: false)
        } catch {
            return answer(.failure(.stream(error)))
        }
        stream.take(whole: sound)
        hand(stream.uri, wish, [], answersAtOnce: false) { result in
            if case .failure = result { stream.end() }
            answer(result.mapError(ApplicationError.player))
        }
    }

    /// Cancels the announcement `id`, or all of them.
    /// - Throws: if there never was an announcement with this id.
    package func cancelAnnouncement(_ id: Int64?) throws(ApplicationError) {
        let isKnown = announcer.assumeIsolated { $0.cancel(id) }
        guard isKnown else {
            throw .session(SessionError(.invalidParameter, "there is no announcement \(id.map(String.init) ?? "")"))
        }
    }

    /// All announcements that are not over, in their order.
    package var announcements: [AnnouncementLine.Entry] { announcer.assumeIsolated { $0.entries } }

    /// Throws if nothing can be announced now in the rooms that are called so, or here if none are. Returns the rooms.
    private func checkAnnouncement(in names: [String]) throws(ApplicationError) -> [Room] {
        do throws(SessionError) {
            if names.isEmpty {
                try driver.session.checkAnnouncementRoute()
                try driver.session.checkAnnouncement()
            } else {
                try driver.session.checkRoomAnnouncement()
            }
        } catch {
            throw .session(error)
        }
        do throws(RoomError) { return names.isEmpty ? [] : try rooms.roomsForAnnouncement(names) } catch { throw .rooms(error) }
    }

    /// The level of an announcement that names none: that of the music. Where the volume is that of the sink, it counts for an announcement
    /// there as it is; the rooms do not have that sink.
    static func usualVolume(of player: Player, isInRooms: Bool) -> Double {
        player.setsSinkVolume && !isInRooms ? 1 : player.volume.level
    }

    private func hand(
        _ uri: String, _ wish: AnnouncementWish, _ rooms: [Room], answersAtOnce: Bool,
        answer: @escaping (Result<Int64, PlaybackError>) -> Void
    ) {
        let player = snapshot.player
        var volume = wish.volume ?? Self.usualVolume(of: player, isInRooms: !rooms.isEmpty)
        // The sound server's outputs see to theirs themselves.
        if !rooms.isEmpty, let uid = output.independentOutput {
            volume = min(volume, driver.session.volumeRule(ofOutput: uid).ceiling)
        }
        let title = QueueText.shown(wish.title)
        let answer = NIOLoopBound(answer, eventLoop: eventLoop)
        announcer.assumeIsolated { announcer in
            announcer.announce(
                uri, title: title, volume: volume, effect: wish.effect ?? (rooms.isEmpty ? .duck : nil), rooms: rooms.map(\.id),
                answersAtOnce: answersAtOnce
            ) { answer.value($0) }
        }
    }

    // MARK: What happens

    func watchAnnouncer() {
        let bound = NIOLoopBound(self, eventLoop: eventLoop)
        announcer.assumeIsolated { announcer in
            announcer.observe { event in bound.value.happened(event) }
            announcer.onMakeWay { effect in bound.value.makeWay(effect) }
        }
    }

    private func happened(_ event: AnnouncementEvent) {
        if case .failed(_, let error) = event {
            logger.warning("An announcement failed.", metadata: ["reason": "\(error.message)"])
        }
        tell(.announcement(event))
    }

    private func makeWay(_ effect: Announcement.Effect?) {
        underAnnouncement.way = effect
        noteAnnouncement()
        duckUnderAnnouncement()
        driver.handle(.announcementPauses(effect == .pause))
    }

    /// Lowers the music if an announcement is heard.
    func duckUnderAnnouncement() {
        let factor = underAnnouncement.factor
        engine.assumeIsolated { $0.setDucking(factor) }
    }

    /// Ends the announcements that the session does not allow any more. Later, because the session's driver may still be carrying out a
    /// decision.
    func lookAfterAnnouncements() {
        let bound = NIOLoopBound(self, eventLoop: eventLoop)
        eventLoop.execute {
            let application = bound.value
            let session = application.driver.session
            guard (try? session.checkAnnouncement()) == nil else { return }
            let areRoomsSpared = (try? session.checkRoomAnnouncement()) != nil
            application.announcer.assumeIsolated { $0.endAll(.interrupted, areRoomsSpared: areRoomsSpared) }
        }
    }
}
