import AudioTypes
import MediaTypes
import Testing

@testable import PlayerModel

@Suite("Speeds of their own, which items, books and feeds have")
struct KeptSpeedTests {
    /// Ten seconds of an album, with what was kept for them.
    private func song(_ uri: String, album: String? = "Dune", item: Double? = nil, book: Double? = nil) -> SourceDescription {
        var song = SourceDescription.song()
        song.tags["album"] = album
        song.speeds = KeptSpeeds(of: uri, album: album)
        for (scope, speed) in [(SpeedScope.item, item), (.book, book)] {
            if let owner = SpeedOwner.usual(scope, of: uri, album: album) { song.speeds[owner] = speed }
        }
        return song
    }

    /// A player that plays the first of three chapters of a book; music follows.
    private func stage(_ first: SourceDescription? = nil, general: Double = 1) -> PlayerStage {
        var stage = PlayerStage(["/books/1", "/books/2", "/music/3"])
        stage.player.configure { $0.options.speed = general }
        stage.starts(first ?? song("/books/1", book: 1.5))
        return stage
    }

    private func told(_ stage: PlayerStage) -> [String] {
        stage.events.compactMap { event -> String? in
            guard case .speedChanged(let speed) = event else { return nil }
            return "\(speed.speed) \(speed.scope.rawValue) \(speed.owner?.name ?? "")"
        }
    }

    private func kept(_ stage: PlayerStage) -> [String] {
        stage.actions.compactMap { action -> String? in
            guard case .keepSpeed(let owner, let speed) = action else { return nil }
            return "\(owner.name) \(speed.map { "\($0)" } ?? "-")"
        }
    }

    @Test("are those of the first frame, and each run of audio has its own, also where one follows the other without a gap")
    func segments() {
        var stage = stage()
        #expect(stage.player.speed == 1.5 && stage.player.speedInForce.scope == .book)
        stage.decodes()
        stage.opens(nil, song("/books/2", item: 2, book: 1.5))
        stage.decodes()
        stage.opens(nil, song("/music/3", album: "Songs"))
        #expect(stage.appended.map(\.speed) == [2, 1])
        stage.goesOn(to: 6)
        stage.hears(.ended)
        stage.hears(.began, stage.appended[0].segment)
        stage.hears(.began, stage.appended[1].segment)
        #expect(told(stage) == ["2.0 item /books/2", "1.0 all "])
        stage.checkLeftovers()
    }

    @Test("are told with the item, and no more once nothing plays")
    func told() {
        var stage = PlayerStage(["/books/1"])
        stage.send(.play)
        stage.opens(nil, song("/books/1", book: 1.5))
        #expect(told(stage).isEmpty, "nothing of it is heard yet")
        stage.hears(.began)
        stage.send(.stop)
        #expect(told(stage) == ["1.5 book Dune", "1.0 all "])
    }

    @Test("stay through seeks, pauses and the beginning anew")
    func stays() {
        var stage = stage()
        stage.goesOn(to: 2)
        stage.send(.seekTo(6))
        #expect(stage.begun.map(\.speed) == [1.5] && stage.begun.map(\.frame.value) == [176_400])
        stage.send(.previous)
        stage.opens(nil, song("/books/1", book: 1.5))
        #expect(stage.begun.last?.speed == 1.5 && stage.begun.last?.frame == .zero)
    }

    @Test("change at once for what is open and belongs to them, and are kept", arguments: [SpeedScope.item, .book])
    func sets(scope: SpeedScope) {
        var stage = stage()
        stage.decodes()
        stage.opens(nil, song("/books/2", book: 1.5))
        stage.goesOn(to: 3)
        stage.forget()
        #expect(stage.ask(.setSpeed(1.72, for: scope)) == .done)
        #expect(kept(stage) == [scope == .item ? "/books/1 1.7" : "Dune 1.7"])
        #expect(
            stage.begun.map(\.speed) == [1.7] && told(stage) == ["1.7 \(scope.rawValue) \(scope == .item ? "/books/1" : "Dune")"])
        #expect(
            stage.actions.first.map { if case .keepSpeed = $0 { true } else { false } } == true, "before anything is opened again"
        )
        stage.hears(.began, at: stage.begun.last?.frame.value ?? 0)
        stage.forget()
        #expect(stage.ask(.setSpeed(nil, for: scope)) == .done)
        #expect(stage.player.speed == (scope == .item ? 1.5 : 1))
        stage.checkLeftovers()
    }

    @Test("of what follows are heard with it, and what plays goes on untouched")
    func ahead() {
        var stage = PlayerStage(["/music/3", "/books/1"])
        stage.starts(song("/music/3", album: "Songs"))
        stage.decodes()
        stage.opens(nil, song("/books/1"))
        stage.forget()
        stage.send(.setSpeed(1.5, for: .book, of: "/books"))
        #expect(stage.begun.isEmpty && stage.pendingURIs == ["/books/1"], "it is opened again")
        stage.send(.setSpeed(2, for: .book, of: "/elsewhere"))
        #expect(stage.begun.isEmpty && stage.pendingURIs == ["/books/1"] && kept(stage) == ["/books 1.5", "/elsewhere 2.0"])
    }

    @Test("are what a speed without more words changes while one of them counts, and the general speed is that of all else")
    func withoutWords() {
        var stage = stage(general: 1.2)
        stage.forget()
        stage.send(.setSpeed(1.75))
        #expect(kept(stage) == ["Dune 1.75"] && stage.player.speed == 1.75)
        #expect(stage.player.configuration.options.speed == 1.2)
        stage.forget()
        stage.send(.setSpeed(0.9, for: .all))
        #expect(stage.player.configuration.options.speed == 0.9 && stage.player.speed == 1.75 && kept(stage).isEmpty)
        stage.send(.setSpeed(nil, for: .book))
        #expect(stage.player.speed == 0.9)
        stage.send(.setSpeed(1.1))
        #expect(stage.player.configuration.options.speed == 1.1 && stage.player.speed == 1.1)
        #expect(told(stage) == ["0.9 all ", "1.1 all "])
    }

    @Test("are learned again where somebody has changed their notes")
    func learned() {
        var stage = stage()
        stage.goesOn(to: 3)
        stage.forget()
        stage.act { $0.learn(["/books/1": song("/books/1", item: 2, book: 1.5).speeds, "/unknown": KeptSpeeds()]) }
        #expect(stage.begun.map(\.speed) == [2] && told(stage) == ["2.0 item /books/1"] && kept(stage).isEmpty)
        stage.forget()
        stage.act { $0.learn(["/books/1": song("/books/1", item: 2, book: 1.5).speeds]) }
        #expect(stage.begun.isEmpty && stage.events.isEmpty, "nothing is new")
    }

    @Test("are refused where there is nothing to keep them for, and where they are no speeds")
    func refused() {
        var empty = PlayerStage([])
        func code(_ answer: PlayerAnswer?) -> PlaybackError.Code? {
            if case .failed(let error)? = answer { error.code } else { nil }
        }
        #expect(code(empty.ask(.setSpeed(1.5, for: .item))) == .nothingToPlay)
        #expect(empty.ask(.setSpeed(1.5, for: .feed, of: "https://h/news")) == .done, "that needs no item")
        var stage = stage()
        #expect(code(stage.ask(.setSpeed(1.5, for: .feed))) == .media(.notAllowed))
        #expect(code(stage.ask(.setSpeed(1.5, for: .feed, of: "/books"))) == .media(.notAllowed))
        #expect(code(stage.ask(.setSpeed(1.5, for: .book, of: "books"))) == .media(.notAllowed))
        #expect(code(stage.ask(.setSpeed(nil, for: .all))) == .media(.notAllowed))
        for wrong in [0.2, 4.1, -.infinity, .nan] {
            #expect(code(stage.ask(.setSpeed(wrong, for: .item))) == .rangeNotAllowed)
        }
        #expect(kept(stage).isEmpty)
        // Before anything is open, the album is that which the queue knows.
        var still = PlayerStage(["/books/1"])
        still.send(.setSpeed(1.5, for: .book))
        #expect(code(still.answers.values.first) == .nothingToPlay, "no item is current yet")
    }

    @Test("do not count where the sound comes as fast as it is heard")
    func live() {
        var stage = PlayerStage(["http://h/radio"])
        stage.send(.play)
        var station = SourceDescription.stream(nil)
        station.speeds = KeptSpeeds(of: "http://h/radio", album: nil)
        if let owner = station.speeds.owners.first { station.speeds[owner] = 2 }
        stage.opens(nil, station)
        #expect(stage.player.speed == 1 && stage.player.speedObstacle == .live && stage.player.speedInForce.speed == 2)
    }
}
