import AudioSession
import AudioTypes
import MediaTypes
import PlayerModel
import Testing

@testable import Application

@Suite("What has changed of what is heard")
struct ChangeHistoryTests {
    /// A session that plays, and its history.
    private struct Stage {
        var session = Session()
        var history = ChangeHistory()
        var time = 1_000.0
        var resumes = false

        init() {
            note(.playing, .user, by: "fermata")
            _ = session.handle(.playerChanged(.playing(byUser: true)), at: 1)
        }

        mutating func note(_ state: PlaybackState, _ reason: PlaybackReason, by program: String? = nil) {
            time += 1
            history.note(state, reason, by: program, session, resumes: resumes, at: time)
        }

        /// Tells the history what the session has decided, as the driver would.
        mutating func take(_ actions: [SessionAction]) {
            time += 1
            for action in actions {
                if case .emit(let event) = action { history.note(event, session, resumes: resumes, at: time) }
            }
        }

        mutating func interrupt(_ client: UInt64, _ program: String?, _ reason: String, mayDuck: Bool = false) throws -> Int64 {
            let (id, actions) = try session.beginInterruption(
                client: client, program: program, reason: reason, mayDuck: mayDuck, at: 2)
            take(actions)
            return id
        }

        var cause: HeardCause? { history.cause(in: session, resumes: resumes) }
        var latest: HeardChange? { history.changes.last }
    }

    @Test("tells who has paused, and since when")
    func person() {
        var stage = Stage()
        #expect(stage.cause == nil, "it plays")
        stage.note(.paused, .user, by: "python3")
        #expect(stage.cause?.change == HeardChange(time: 1_002, kind: .state(.paused, .user), source: "python3"))
        stage.note(.paused, .user, by: "mpc")
        #expect(stage.history.changes.count == 2, "nothing has changed")
        stage.note(.buffering, .mpd, by: "mpc")
        stage.note(.playing, .mpd, by: "mpc")
        #expect(stage.latest?.kind == .state(.playing, .mpd) && stage.history.changes.count == 3)
        #expect(stage.cause == nil)
    }

    @Test("tells what interrupts, also if another interruption has begun the pause, and that it is over")
    func interruptions() throws {
        var stage = Stage()
        let call = try stage.interrupt(1, "linphone", "a call")
        stage.resumes = true
        stage.note(.paused, .interrupted)
        let change = try #require(stage.latest)
        #expect((change.source, change.interruption, change.resumes) == ("linphone", "a call", true))
        let lesson = try stage.interrupt(2, nil, "a lesson")
        stage.take(try stage.session.endInterruption(call, client: 1, shouldResume: true, at: 3))
        #expect(stage.cause?.change.source == "client 2" && stage.cause?.change.interruption == "a lesson")
        #expect(stage.cause?.change.time == change.time && stage.cause?.isOver == false)
        #expect(stage.latest == change, "it pauses as before")
        stage.resumes = false
        stage.take(try stage.session.endInterruption(lesson, client: 2, shouldResume: false, at: 4))
        #expect(stage.latest?.kind == .over && stage.latest?.interruption == "a lesson" && stage.latest?.resumes == false)
        #expect(stage.cause?.isOver == true && stage.cause?.change.resumes == false)
    }

    @Test("tells who has the music play softly, until it is as loud as before")
    func softer() throws {
        var stage = Stage()
        let bell = try stage.interrupt(1, "doorbell", "somebody is at the door", mayDuck: true)
        #expect(stage.cause?.change.kind == .softer && stage.cause?.change.source == "doorbell")
        #expect(stage.cause?.change.interruption == "somebody is at the door")
        stage.take(try stage.session.endInterruption(bell, client: 1, shouldResume: true, at: 3))
        #expect(stage.latest?.kind == .asBefore && stage.cause == nil)
        stage.history.noteAnnouncement(isOverMusic: true, stage.session, at: 9)
        #expect(stage.cause?.change == HeardChange(time: 9, kind: .softer, interruption: "announcement", resumes: true))
        stage.note(.paused, .user, by: "fermata")
        #expect(stage.cause?.change.kind == .state(.paused, .user))
        let count = stage.history.changes.count
        stage.history.noteAnnouncement(isOverMusic: false, stage.session, at: 10)
        #expect(stage.history.changes.count == count, "nobody hears a difference")
    }

    @Test("has softer music begin with the music")
    func softFromTheStart() throws {
        var stage = Stage()
        stage.note(.stopped, .user)
        _ = try stage.interrupt(1, "doorbell", "bell", mayDuck: true)
        #expect(stage.latest?.kind == .state(.stopped, .user))
        stage.note(.playing, .user)
        #expect(stage.latest?.kind == .softer)
    }

    @Test("names the output that was lost")
    func lostOutput() {
        var stage = Stage()
        let lost = Interruption(
            id: 5, reason: .routeDisconnected, source: .route, sourceName: "Buds", effect: .pauses)
        stage.take([.emit(.interruptionBegan(lost))])
        stage.note(.paused, .routeLost)
        #expect(stage.cause?.change.source == "Buds" && stage.cause?.isOver == false)
    }

    @Test("names the player because of which a promised return does not come, also once that player is silent")
    func taker() throws {
        var stage = Stage()
        stage.resumes = true
        stage.note(.paused, .routeLost)
        #expect(stage.cause?.holder == nil)
        stage.resumes = false
        stage.history.noteTaker("m\u{1B}pv", at: 1_010)
        let holder = HeardHolder(name: "m pv", reason: "otherPlayer")
        #expect(
            stage.latest == HeardChange(time: 1_010, kind: .staysPaused, source: "m pv", interruption: "otherPlayer"))
        #expect(stage.cause?.holder == holder && stage.cause?.change.kind == .state(.paused, .routeLost))
        stage.note(.playing, .user)
        stage.note(.paused, .user)
        #expect(stage.cause?.holder == nil)
        // Nothing stands still, so nothing was to go on.
        stage.note(.playing, .user)
        stage.history.noteTaker("mpv", at: 1_020)
        #expect(stage.latest?.kind == .state(.playing, .user))
    }

    @Test("names an interruption that outlasts what had paused, and which the return waits for, too")
    func secondWait() throws {
        var stage = Stage()
        stage.resumes = true
        stage.note(.paused, .routeLost)
        let call = try stage.interrupt(1, "linphone", "a call")
        #expect(stage.cause?.change.kind == .state(.paused, .routeLost))
        #expect(stage.cause?.holder == HeardHolder(name: "linphone", reason: nil))
        stage.take(try stage.session.endInterruption(call, client: 1, shouldResume: true, at: 3))
        #expect(stage.cause?.holder == nil)
    }

    @Test("tells a client's word for what only the daemon knows from the daemon's own")
    func clientsWord() throws {
        var stage = Stage()
        _ = try stage.interrupt(1, "script", "otherPlayer")
        stage.note(.paused, .interrupted)
        #expect(stage.latest?.isByClient == true && stage.cause?.change.isByClient == true)
        var other = Stage()
        other.take(other.session.handle(.otherPlayerAppeared("mpv", title: "mpv", .playing, isNew: true), at: 2))
        other.note(.paused, .interrupted)
        #expect(other.latest?.interruption == "otherPlayer" && other.latest?.isByClient == false)
    }

    @Test("tells that the player or its output is mute, and no longer, each for itself")
    func mute() {
        var stage = Stage()
        stage.history.noteStart(isMuted: true)
        let set = { (stage: inout Stage, level: Double, muted: Bool) in
            stage.history.note(Volume(level: level, muted: muted), .client, by: "mpc", at: 5)
        }
        set(&stage, 0.4, true)
        set(&stage, 0.5, true)
        set(&stage, 0.5, false)
        set(&stage, 0.5, true)
        stage.take([
            .emit(.outputVolumeChanged(level: 0.3, isMuted: true)), .emit(.outputVolumeChanged(level: 0.2, isMuted: true)),
        ])
        #expect(
            stage.history.changes.dropFirst().map(\.kind) == [
                .volume(Volume(level: 0.5, muted: true), .client), .muted(false, .client), .muted(true, .client),
                .outputMuted(true),
            ])
    }

    @Test("names the program that had the volume move, whatever others do meanwhile, until somebody else sets it")
    func fade() {
        var stage = Stage()
        for level in [0.75, 0.5, 0.25] {
            let program = level == 0.75 ? "fermata" : "mpc"
            let goal = level == 0.25 ? nil : 0.25
            stage.history.note(Volume(level: level), .client, goal: goal, by: program, at: level)
            #expect(stage.history.changes.last?.source == "fermata")
        }
        #expect(stage.history.changes.count { if case .volume = $0.kind { true } else { false } } == 1)
        stage.history.note(Volume(level: 0.25), .client, goal: 1, by: "mpc", at: 2)
        #expect(stage.history.changes.last?.source == "mpc")
        stage.history.note(Volume(level: 0.3), .client, by: "python3", at: 3)
        #expect(stage.history.changes.last?.source == "python3")
    }

    @Test("keeps the latest changes only, volumes in a row as one, a few volumes beside all others, and texts clean and short")
    func bounds() throws {
        var stage = Stage()
        for number in 1...200 {
            stage.note(number % 2 == 0 ? .playing : .paused, .user, by: "fermata")
            stage.history.note(Volume(level: 0.5, muted: false), .client, by: "mpc", at: Double(number))
            stage.history.note(Volume(level: 0.7, muted: false), .system, by: nil, at: Double(number))
        }
        #expect(stage.history.changes.count == ChangeHistory.limit)
        let volumes = stage.history.changes.filter { if case .volume = $0.kind { true } else { false } }
        #expect(volumes.map(\.kind) == Array(repeating: .volume(Volume(level: 0.7, muted: false), .system), count: 5))
        // However long somebody turns the knob, the pauses before that stay.
        for number in 1...200 {
            stage.history.note(Volume(level: 0.5, muted: number % 2 == 0), .client, by: "mpc", at: 1_000 + Double(number))
        }
        let kinds = stage.history.changes.suffix(20).map(\.kind)
        #expect(kinds.contains(.state(.paused, .user)), "\(kinds)")
        _ = try stage.interrupt(1, "a\u{1B}[2Jb", String(repeating: "x", count: 1_000))
        stage.note(.paused, .interrupted)
        let change = try #require(stage.latest)
        #expect(change.source == "a [2Jb" && (change.interruption ?? "").utf8.count <= 512)
    }
}
