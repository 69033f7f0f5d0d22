import Testing

@testable import Desktop

@Suite("whose doing a change is")
struct PlayerDirectoryTests {
    private static let name = "org.mpris.MediaPlayer2.player"
    private static let second: Int64 = 1_000_000_000

    /// With one player that plays.
    private static func directory() -> PlayerDirectory {
        var directory = PlayerDirectory(ignoring: [], answerLimit: .seconds(5))
        _ = directory.owned(name, by: ":1.5")
        _ = directory.answered(":1.5", status: .playing, at: 0)
        _ = directory.identified(":1.5", as: "A Player")
        return directory
    }

    /// Whether the change to `status` is ours; nil if none is reported.
    private static func isOurs(_ directory: inout PlayerDirectory, _ status: PlayerStatus, at time: Int64) -> Bool? {
        let actions = directory.changed(":1.5", to: status, at: time)
        guard case .report(.playerChanged(let change)) = actions.first else { return nil }
        #expect(change == PlayerChange(name: name, status: status, isOurs: change.isOurs, time: time))
        return change.isOurs
    }

    private static func order(_ directory: inout PlayerDirectory, _ order: PlayerOrder, at time: Int64) {
        let actions = directory.order(order, name, at: time)
        #expect(actions == [.send(order, owner: ":1.5", number: directory.lastNumber)])
    }

    private static func answer(_ directory: inout PlayerDirectory, _ order: PlayerOrder, _ failure: String? = nil, at time: Int64)
    {
        _ = directory.answered(order, ":1.5", directory.lastNumber, failure: failure, at: time)
    }

    @Test("the first fitting change after the order is ours, the next is not")
    func firstChange() {
        var directory = Self.directory()
        Self.order(&directory, .pause, at: 0)
        #expect(Self.isOurs(&directory, .paused, at: 1) == true)
        #expect(Self.isOurs(&directory, .playing, at: 2) == false)
        #expect(Self.isOurs(&directory, .paused, at: 3) == false)
    }

    @Test("a player may take two seconds to follow after its answer, and no longer")
    func grace() {
        for (time, expected) in [(Self.second + 2 * Self.second, true), (3 * Self.second + 1, false)] {
            var directory = Self.directory()
            Self.order(&directory, .pause, at: 0)
            Self.answer(&directory, .pause, at: Self.second)
            #expect(Self.isOurs(&directory, .paused, at: time) == expected)
        }
    }

    @Test("without an answer the wait ends with the time for it")
    func noAnswer() {
        var directory = Self.directory()
        Self.order(&directory, .pause, at: 0)
        #expect(Self.isOurs(&directory, .paused, at: 5 * Self.second + 1) == false)
    }

    @Test("what a player had decided before the order arrived does not end the wait; what it does after the answer does")
    func otherChanges() {
        var early = Self.directory()
        Self.order(&early, .pause, at: 0)
        #expect(Self.isOurs(&early, .stopped, at: 1) == false)
        #expect(Self.isOurs(&early, .paused, at: 2) == true)

        var late = Self.directory()
        Self.order(&late, .pause, at: 0)
        Self.answer(&late, .pause, at: 1)
        #expect(Self.isOurs(&late, .stopped, at: 2) == false)
        #expect(Self.isOurs(&late, .paused, at: 3) == false)
    }

    @Test("after a refusal, a pause is somebody else's")
    func refusal() {
        var directory = Self.directory()
        Self.order(&directory, .pause, at: 0)
        Self.answer(&directory, .pause, "no", at: 1)
        #expect(Self.isOurs(&directory, .paused, at: 2) == false)
    }

    @Test("the answer to an order that was overtaken says nothing about the newer one")
    func overtaken() {
        var directory = Self.directory()
        Self.order(&directory, .pause, at: 0)
        let overtaken = directory.lastNumber
        Self.order(&directory, .play, at: 1)
        _ = directory.answered(.pause, ":1.5", overtaken, failure: "no", at: 2)
        #expect(Self.isOurs(&directory, .paused, at: 3) == false)
        #expect(Self.isOurs(&directory, .playing, at: 4) == true)
    }

    @Test("no more names are watched than a desktop can have")
    func manyNames() {
        var directory = PlayerDirectory(ignoring: [], answerLimit: .seconds(5))
        for number in 0..<1000 { _ = directory.owned("org.mpris.MediaPlayer2.p\(number)", by: ":1.\(number)") }
        #expect(directory.players.count == 256)
        #expect(directory.owned("org.mpris.MediaPlayer2.p7", by: nil) == [.neglect(owner: ":1.7")])
        #expect(directory.owned("org.mpris.MediaPlayer2.new", by: ":1.1000") == [.observe(owner: ":1.1000")])
    }

    /// Whether a player that is told is told as new.
    private static func isNew(_ directory: inout PlayerDirectory, _ owner: String) -> Bool? {
        _ = directory.identified(owner, as: "A Player")
        for case .report(.playerAppeared(_, _, let isNew)) in directory.answered(owner, status: .playing, at: 0) { return isNew }
        return nil
    }

    @Test("who was there when the first bus was looked through is not new; who comes later is, and who is found on the next bus")
    func found() {
        var directory = PlayerDirectory(ignoring: [], answerLimit: .seconds(5))
        _ = directory.disconnected()
        directory.connected(as: ":1.9")
        _ = directory.owned("org.mpris.MediaPlayer2.listed", by: ":1.1", isListed: true)
        _ = directory.owned("org.mpris.MediaPlayer2.late", by: ":1.2")
        #expect(Self.isNew(&directory, ":1.1") == false)
        #expect(Self.isNew(&directory, ":1.2") == true)
        _ = directory.disconnected()
        directory.connected(as: ":1.9")
        _ = directory.owned("org.mpris.MediaPlayer2.listed", by: ":1.3", isListed: true)
        #expect(Self.isNew(&directory, ":1.3") == true)
    }

    @Test("a player that goes by another name now is not new")
    func renamed() {
        var directory = Self.directory()
        _ = directory.owned("org.mpris.MediaPlayer2.other", by: ":1.5")
        let actions = directory.owned(Self.name, by: nil)
        let identity = PlayerIdentity(name: "org.mpris.MediaPlayer2.other", identity: "A Player")
        #expect(actions.last == .report(.playerAppeared(identity, .playing, isNew: false)))
    }

    @Test("players that are to be left alone are none, by their whole name or the end of it, and what follows it after a dot")
    func ignored() {
        let filter = PlayerFilter(ignoring: ["kdeconnect", "org.mpris.MediaPlayer2.tv"])
        for name in ["kdeconnect", "kdeconnect.mpris_1", "tv", "tv.instance2", "playerctld"] {
            #expect(!filter.accepts("org.mpris.MediaPlayer2.\(name)"))
        }
        for name in ["kdeconnected", "vlc", "x.kdeconnect", "fermata", "fermata.instance7"] {
            #expect(filter.accepts("org.mpris.MediaPlayer2.\(name)"))
        }
    }

    @Test("players that are left alone from now on are gone, and those that are not any more are found, and are not new")
    func ignoredLater() {
        var directory = Self.directory()
        directory.connected(as: ":1.9")
        #expect(directory.ignore(["player"]) == [.report(.playerVanished(Self.name)), .neglect(owner: ":1.5")])
        #expect(directory.owned(Self.name, by: ":1.5", isListed: true) == [])
        #expect(directory.ignore([]) == [])
        #expect(directory.owned(Self.name, by: ":1.5", isListed: true) == [.observe(owner: ":1.5")])
        #expect(Self.isNew(&directory, ":1.5") == false)
    }

    @Test("our own connection is no other player")
    func ownConnection() {
        var directory = PlayerDirectory(ignoring: [], answerLimit: .seconds(5))
        directory.connected(as: ":1.9")
        #expect(directory.owned("org.mpris.MediaPlayer2.renamed", by: ":1.9") == [])
    }
}
