import AudioSession
import Playback
import PlayerModel
import SystemSupport

// What has changed of what is heard, and who is behind it.
extension Application {
    /// The latest changes of what is heard, oldest first.
    package var recentChanges: [HeardChange] { history.changes }

    /// Sets the closure that names the program of a client of `door` for people, by the client's number. It returns `nil` if nobody
    /// knows, and is called on the control thread, before each command that decides what is heard.
    package func nameClients(of door: Origin.Door, by name: @escaping (UInt64) -> String?) { clientNames[door] = name }

    /// Returns the name of the program that is behind an origin, for people; `nil` if nobody knows it.
    func programName(of origin: Origin) -> String? { clientNames[origin.door]?(origin.client) }

    /// Notes whose command comes next, which may change what is heard.
    /// - Parameter setsVolume: whether it only sets the volume. What is opened is heard later, and who sets the volume meanwhile did
    ///   not begin it.
    func noteCommander(_ origin: Origin, setsVolume: Bool = false) {
        let program = programName(of: origin)
        latestCommander = program
        if !setsVolume { commanders[origin.reason] = program }
    }

    func note(_ event: PlayerEvent) {
        switch event {
        case .stateChanged(let state, let reason, _):
            let session = driver.session
            let resumes = engine.assumeIsolated { ApplicationSnapshot.expectsResume($0.currentPlayer(), session) }
            history.note(state, reason, by: commanders[reason], session, resumes: resumes, at: CalendarClock.seconds)
        case .volumeChanged(let volume, let source, let fade):
            history.note(
                volume, source, goal: fade?.goal, by: source == .client ? latestCommander : nil, at: CalendarClock.seconds)
        default: break
        }
    }

    func note(_ event: SessionEvent) {
        let resumes = driver.session.expectsResume(at: MonotonicClock.nanoseconds)
        history.note(event, driver.session, resumes: resumes, at: CalendarClock.seconds)
    }

    func noteAnnouncement() {
        history.noteAnnouncement(isOverMusic: announcementWay == .duck, driver.session, at: CalendarClock.seconds)
    }
}
