import MPDProtocol

@testable import MPDDoor

extension FuzzTarget {
    /// What a client of MPD sends: lines, their words, numbers, filters and lists, and when it waits.
    static let mpd = FuzzTarget("mpd", atMost: 2_048) { bytes in
        var invention = Invention(bytes)
        let permissions = Permissions(rawValue: invention.byte())
        let events = Subsystems(rawValue: invention.number())
        var (input, idle, settings) = (LineInput(), IdleState(), Settings())
        for line in invention.rest().split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false) {
            precondition(input.listBytes <= LineInput.listLimit, "a list has \(input.listBytes) bytes")
            switch input.take(Array(line), isIdle: idle.isWaiting) {
            case .nothing: break
            case .close: return
            case .endIdle: precondition(idle.endWait(), "the end of a wait that was none")
            case .command(let line): take(line, permissions, &idle, &settings)
            case .list(let lines, _): for line in lines { take(line, permissions, &idle, &settings) }
            }
            let wasWaiting = idle.isWaiting
            if let told = idle.changed(events) { precondition(wasWaiting && !told.names.isEmpty, "told without being asked") }
        }
    }

    /// What a client has chosen for its conversation.
    private struct Settings {
        var tags = TagMask()
        var features = Switches<ProtocolFeature>(unknown: "unknown")
        var normalizations = Switches<StringNormalization>(unknown: "unknown")
    }

    private static func take(_ line: [UInt8], _ permissions: Permissions, _ idle: inout IdleState, _ settings: inout Settings) {
        guard let text = try? CommandText(parsing: line) else { return }
        precondition(text.arguments.count <= CommandText.argumentLimit)
        do throws(MPDFailure) {
            let rule = try MPDCommand.named(text.name).rule
            try rule.check(text, permissions: permissions)
            precondition(permissions.isSuperset(of: rule.permission), "\(rule.name) without permission")
            let arguments = text.arguments.indices.map(text.text)
            switch rule.name {
            case "idle": _ = idle.wait(for: .all)
            case "tagtypes": try settings.tags.change(arguments)
            case "protocol": _ = try settings.features.change(arguments)
            case "stringnormalization": _ = try settings.normalizations.change(arguments)
            case "sticker":
                if case .find(let search) = try StickerCommand(text).action {
                    let found = search.select([([0x61], "1", 0), ([0x62], "-9999999999999999999999", 1), ([], "b", 2)])
                    precondition(Set(found).count == found.count, "found twice")
                }
            case "list": _ = try GroupQuery(text, from: 1, hasWindow: true)
            case "playlistfind", "playlistsearch":
                let isSearch = rule.name == "playlistsearch"
                let query = try SongQuery(
                    text, isSearch: isSearch, stripsMarks: settings.normalizations.on.contains(.stripDiacritics), isOfQueue: true)
                precondition(query.select([song, song]).count <= 2)
                guard let filter = query.filter else { return }
                precondition(filter.holds(for: song) != SongFilter.not(filter).holds(for: song), "\(filter)")
            default: for index in arguments.indices { try read(text, index) }
            }
        } catch {
            let reply = error.line(index: 0, command: text.name)
            precondition(!reply.utf8.contains(where: { $0 == 0x0A || $0 == 0x0D }), "a refusal of several lines: \(reply)")
        }
    }

    /// Reads an argument as everything that it could be.
    private static func read(_ text: CommandText, _ index: Int) throws(MPDFailure) {
        if let number = try? text.unsigned(index, most: 100) { precondition((0...100).contains(number)) }
        if let number = try? text.integer(index) { precondition(Int(Int32.min)...Int(Int32.max) ~= number) }
        if let seconds = try? text.seconds(index) { precondition(seconds >= 0 && seconds.isFinite) }
        if let place = try? text.position(index), let found = try? place.index(in: 10, current: 4) {
            precondition((0...10).contains(found), "the place \(found)")
        }
        let range = try text.range(index).clipped(to: 10)
        precondition(range.lowerBound >= 0 && range.upperBound <= 10, "the range \(range)")
    }

    private static let song: Song = {
        var song = Song(file: "/music/a.flac")
        song.tags = [Song.Tag(.artist, "a"), Song.Tag(.title, "It's b"), Song.Tag(.genre, "c"), Song.Tag(.genre, "d")]
        return song
    }()
}
