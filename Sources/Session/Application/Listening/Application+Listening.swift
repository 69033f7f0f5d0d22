package import MediaTypes
import NIOCore
import Playback
import PlayerModel

// What listening leaves behind: plays, skips, and the places to go on from.
extension Application {
    /// Takes in what was heard of an item that is over or was left: keeps what has to be kept, and then tells the observers.
    func listened(_ report: ListeningReport) {
        if let place = report.place { places.note(place, of: report.item.uri) }
        listens.heard(report)
        if report.countsAsPlay { weigher.played(report.item.id) }
        library.note(report) { [weak self] song in self?.tellLibrary(.listened(report, song: song)) }
    }

    /// Keeps the place of the item at which the last run was ended: if it was killed, it could not.
    func keepPlace(of saved: SavedState?) {
        guard let saved, saved.wasStopped != true, let item = saved.items.first(where: { $0.id == saved.currentID }) else {
            return
        }
        let rule = snapshot.player.configuration.resume
        if rule.applies(to: item), case .keep = rule.change(leftAt: saved.seconds, of: item.duration) {
            places.note(.keep(saved.seconds), of: item.uri)
        }
    }

    // MARK: Speeds

    /// Keeps a speed; `nil` forgets it. Clients that follow notes learn of it once it is kept.
    func keep(_ speed: Double?, for owner: SpeedOwner) {
        let bound = NIOLoopBound(self, eventLoop: eventLoop)
        speeds.note(speed, for: owner) { [eventLoop] in eventLoop.execute { bound.value.stickersChanged() } }
    }

    /// Looks again which speeds were kept for what is open: notes have changed.
    func lookForSpeeds() {
        let open = engine.assumeIsolated { $0.player.openMedia }
        let bound = NIOLoopBound(self, eventLoop: eventLoop)
        speeds.lookAgain(at: open) { [eventLoop] kept, newest in
            eventLoop.execute {
                // What somebody has chosen meanwhile must not be undone for a moment.
                guard newest == bound.value.speeds.newest else { return bound.value.lookForSpeeds() }
                bound.value.engine.assumeIsolated { $0.learn(kept) }
            }
        }
    }

    // MARK: Chapters

    /// Finds the chapters of the media at `uri`. `answer` is called on the control thread, unless the client leaves while its
    /// request still waits.
    package func chapters(
        of uri: String, for origin: Origin, answer: @escaping (Result<[MediaChapter], ProbeError>) -> Void
    ) {
        if let refusal = refusal(ofReading: uri, for: origin) {
            return answer(.failure(.media(MediaError(.notAllowed, refusal.message))))
        }
        prober.chapters(
            of: uri, reach: reach(of: origin), for: origin, cancellation: cancellations.token(of: origin), answer: answer)
    }

    /// Has observers told when another chapter is heard; somebody has to look for that.
    package func followLevels(_ levels: Bool, spectrum: Bool) { playerLevels.follow(levels: levels, spectrum: spectrum) }

    /// Has the player tell when another chapter is heard, or not any more.
    package func followChapters(_ isWanted: Bool) { engine.assumeIsolated { $0.followChapters(isWanted) } }
}
