import AudioSession
package import Decoding
import Glibc
import Logging
package import Media
import MediaTypes
import NIOCore
import Playback
package import PlayerModel

// Announcements: short sounds of their own over the music.
extension Application {
    /// How an announcement is to be heard.
    package struct AnnouncementWish: Hashable, Sendable {
        /// The title that mixers show; `nil` for none.
        package var title: String?
        /// The level on the cubic scale of desktop mixers, 0…1; `nil` for that of the music.
        package var volume: Double?
        /// What happens to the music meanwhile.
        package var effect: Announcement.Effect

        /// Makes a wish.
        package init(title: String? = nil, volume: Double? = nil, effect: Announcement.Effect = .duck) {
            self.title = title
            self.volume = volume
            self.effect = effect
        }
    }

    /// A stream that a client will send, and the id of its announcement.
    package typealias AnnouncedStream = (stream: PushedStream, announcement: Int64)

    /// Announces the media at `uri`. `answer` gets the id once the media are open. The announcement does not end with its client.
    package func announce(
        _ uri: String, _ wish: AnnouncementWish, answer: @escaping (Result<Int64, ApplicationError>) -> Void
    ) {
        if let refusal = announcementRefusal { return answer(.failure(refusal)) }
        // The address of a stream is a number that anyone can guess, and opening it would take the stream from its owner.
        guard !MediaAddress.isPushed(uri) else {
            return answer(
                .failure(.player(PlaybackError(.media(.notFound), "what a client sends has no address for others", uri: uri))))
        }
        hand(uri, wish, answersAtOnce: false) { answer($0.mapError(ApplicationError.player)) }
    }

    /// Announces media that a client will send. `answer` is called before their first byte comes; it gets the stream, which takes
    /// the client's connection.
    package func announceStream(
        _ samples: RawSamples?, _ wish: AnnouncementWish,
        answer: @escaping (Result<AnnouncedStream, ApplicationError>) -> Void
    ) {
        if let refusal = announcementRefusal { return answer(.failure(refusal)) }
        let stream: PushedStream
        do throws(PlaybackError) {
            stream = try streams.expect(title: wish.title, samples: samples, isQueued: false)
        } catch {
            return answer(.failure(.stream(error)))
        }
        hand(stream.uri, wish, answersAtOnce: true) { result in
            if case .failure = result { stream.end() }
            answer(result.map { (stream, $0) }.mapError(ApplicationError.player))
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

    /// The reason why nothing can be announced now; `nil` if something can.
    private var announcementRefusal: ApplicationError? {
        do throws(SessionError) {
            try driver.session.checkAnnouncement()
            return nil
        } catch {
            return .session(error)
        }
    }

    private func hand(
        _ uri: String, _ wish: AnnouncementWish, answersAtOnce: Bool, answer: @escaping (Result<Int64, PlaybackError>) -> Void
    ) {
        let volume = wish.volume ?? snapshot.player.volume.level
        let title = QueueText.shown(wish.title)
        let answer = NIOLoopBound(answer, eventLoop: eventLoop)
        announcer.assumeIsolated { announcer in
            announcer.announce(
                uri, title: title, volume: volume, effect: wish.effect, answersAtOnce: answersAtOnce
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
        announcementWay = effect
        duckUnderAnnouncement()
        driver.handle(.announcementPauses(effect == .pause))
    }

    /// Lowers the music if an announcement is heard. If the music pauses for it, music that somebody starts meanwhile is low as well.
    func duckUnderAnnouncement() {
        let factor = announcementWay == nil ? 1 : Float(pow(10, announcementDuckDecibels / 20))
        engine.assumeIsolated { $0.setDucking(factor) }
    }

    /// Ends all announcements if the session allows none any more. Later, because the session's driver may still be carrying out a
    /// decision.
    func lookAfterAnnouncements() {
        let bound = NIOLoopBound(self, eventLoop: eventLoop)
        eventLoop.execute {
            let application = bound.value
            guard application.announcementRefusal != nil else { return }
            application.announcer.assumeIsolated { $0.endAll(.interrupted) }
        }
    }
}
