import AudioSession
import AudioTypes
import Playback
import PlayerModel
import SystemSupport

// What has changed of what is heard, and who is behind it.
extension Application {
    /// The latest changes of what is heard, oldest first.
    package var recentChanges: [HeardChange] { history.changes }

    func note(_ event: PlayerEvent) {
        switch event {
        case .stateChanged(let state, let reason, _):
            let session = driver.session
            let resumes = engine.assumeIsolated { ApplicationSnapshot.expectsResume($0.currentPlayer(), session) }
            history.note(
                state, reason, by: commanders.program(behind: reason), session, resumes: resumes, at: CalendarClock.seconds)
        case .volumeChanged(let volume, let source, let fade, let maximum):
            // Another ceiling alone changes nothing that is heard.
            if [.limit, .output].contains(source), volume.level == history.volume?.level, volume.level < maximum { return }
            let program =
                switch source {
                case .client: commanders.latestProgram
                case .limit, .output: driver.session.routedSink?.output.name
                case .system: String?.none
                }
            history.note(volume, source, goal: fade?.goal, by: program, at: CalendarClock.seconds)
        default: break
        }
    }

    func note(_ event: SessionEvent) {
        let resumes = driver.session.expectsResume(at: MonotonicClock.nanoseconds)
        history.note(event, driver.session, resumes: resumes, at: CalendarClock.seconds)
    }

    func noteAnnouncement() {
        history.noteAnnouncement(isOverMusic: underAnnouncement.way == .duck, driver.session, at: CalendarClock.seconds)
    }
}
