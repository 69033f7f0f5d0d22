import AudioSession
import Glibc
import Testing

@testable import PipeWireOutput

extension SoundSystemTests {
    @Test("another program's stream is ducked after it was written down, and given back to the very bits")
    func duckAndRestore() throws {
        let system = SoundSystem()
        let player = try TestPlayer(system)
        #expect(wait("the graph") { player.graph?.defaultSink == "speaker" })
        system.playOther("tune", role: "Game", volume: 0.37)
        #expect(wait("the tune") { player.graph?.others.first?.isRunning == true })
        #expect(wait("its volume") { !player.volumes(of: "tune").isEmpty })
        system.shell("wpctl set-volume \(system.nodeID("tune")) 0.81")
        #expect(wait("the mixer's volume") { abs((player.volumes(of: "tune").first ?? 0) - 0.531) < 0.001 })
        let before = player.volumes(of: "tune")

        player.output.duckOthers(decibels: -14)
        #expect(wait("the book") { player.books.all.last?.records.count == 1 })
        // By the time that another program was answered the server has done what was asked for before.
        #expect(system.shell("wpctl get-volume \(system.nodeID("tune"))").hasPrefix("Volume: 0.81"))
        #expect(player.volumes(of: "tune") == before, "nothing is touched before the book is safe")
        let book = try #require(player.books.all.last)
        #expect(book.records.first?.before == before)
        player.output.duckBookWritten(book.revision)
        let ducked = try #require(book.records.first?.ducked)
        #expect(wait("the ducked volume") { player.volumes(of: "tune") == ducked })
        #expect(abs(ducked[0] / before[0] - 0.1995) < 0.001)
        #expect(system.shell("wpctl get-volume \(system.nodeID("tune"))").hasPrefix("Volume: 0.47"))

        system.playOther("late", role: "Movie")
        #expect(wait("its book") { player.books.all.last?.records.count == 2 })
        player.output.duckBookWritten(player.books.all.last?.revision ?? 0)
        #expect(wait("the second one ducked") { (player.volumes(of: "late").first ?? 1) < 0.2 })

        player.output.endDucking()
        #expect(wait("the volume from before") { player.volumes(of: "tune") == before })
        #expect(wait("that of the second") { player.volumes(of: "late") == [1, 1] })
        #expect(wait("an empty book") { player.books.all.last?.records.isEmpty == true })
    }

    @Test("whoever shuts down gives back what was ducked before it goes")
    func shutDownGivesBack() throws {
        let system = SoundSystem()
        let player = try TestPlayer(system)
        let watcher = try TestPlayer(system)
        #expect(wait("the graph") { player.graph?.defaultSink == "speaker" })
        system.playOther("tune", role: "Game")
        #expect(wait("the tune") { player.graph?.others.first?.isRunning == true })
        player.output.duckOthers(decibels: -20)
        #expect(wait("the book") { player.books.all.last?.records.count == 1 })
        player.output.duckBookWritten(player.books.all.last?.revision ?? 0)
        #expect(wait("ducked") { watcher.volumes(of: "tune") == player.books.all.last?.records.first?.ducked })
        player.output.shutDown()
        #expect(wait("the volume from before") { watcher.volumes(of: "tune") == [1, 1] })
    }

    @Test("after a crash the next run gives back what was ducked, and leaves alone what a user changed")
    func restoreAfterCrash() throws {
        let system = SoundSystem()
        let first = try TestPlayer(system)
        #expect(wait("the graph") { first.graph?.defaultSink == "speaker" })
        system.playOther("tune", role: "Game")
        system.playOther("other", role: "Movie")
        #expect(wait("both") { first.graph?.others.filter(\.isRunning).count == 2 })
        first.output.duckOthers(decibels: -20)
        #expect(wait("the book") { first.books.all.last?.records.count == 2 })
        let book = try #require(first.books.all.last)
        first.output.duckBookWritten(book.revision)
        #expect(
            wait("both ducked") { book.records.allSatisfy { $0.ducked == first.volumes(of: $0.node) } })

        // As if it had crashed here: it does not touch them again, and goes without giving back.
        first.output.withLock { $0.connection }?.end()
        first.output.shutDown()
        system.shell("wpctl set-volume \(system.nodeID("other")) 0.6")
        let second = try TestPlayer(system)
        second.output.restoreDucked(book.records)
        #expect(wait("the volume from before") { second.volumes(of: "tune") == [1, 1] })
        #expect(abs((second.volumes(of: "other").first ?? 0) - 0.216) < 0.001)
        #expect(wait("an empty book") { second.books.all.last?.records.isEmpty == true })
    }

    @Test("a stream that leaves while it is ducked and comes back later is not ducked for ever")
    func returningStream() throws {
        let system = SoundSystem()
        let player = try TestPlayer(system)
        #expect(wait("the graph") { player.graph?.defaultSink == "speaker" })
        system.playOther("tune", role: "Game")
        #expect(wait("the tune") { player.graph?.others.first?.isRunning == true })
        player.output.duckOthers(decibels: -14)
        #expect(wait("the book") { player.books.all.last?.records.count == 1 })
        player.output.duckBookWritten(player.books.all.last?.revision ?? 0)
        #expect(wait("ducked") { player.volumes(of: "tune") == player.books.all.last?.records.first?.ducked })
        // The session manager answers behind what it has to remember.
        #expect(system.shell("pw-metadata").contains("default.audio.sink"))
        system.end("tune")
        #expect(wait("its end") { player.graph?.others.isEmpty == true })
        player.output.endDucking()
        system.playOther("tune", role: "Game")
        #expect(wait("the tune") { player.graph?.others.first?.isRunning == true })
        #expect(wait("its own volume") { player.volumes(of: "tune") == [1, 1] }, "\(player.volumes(of: "tune"))")
        #expect(wait("an empty book") { player.books.all.last?.records.isEmpty == true })
    }
}

extension TestPlayer {
    /// The linear factors of the newest node of that name, as the output knows them.
    func volumes(of name: String) -> [Float] {
        output.withLock {
            let nodes = $0.connection.graph?.model.nodes.values.filter { $0.name == name } ?? []
            return nodes.max { $0.serial < $1.serial }?.volumes ?? []
        } ?? []
    }
}
