import FoundationEssentials
import Glibc
import TestSupport
import Testing

@Suite("Recordings that copy what plays", .serialized)
struct StationRecordingTests {
    /// A daemon with a directory for recordings, and a server with a station.
    private struct Radio {
        let directory: TemporaryDirectory
        let stage: Stage
        let server: MediaServer
        /// A client that sees all events, and that nothing else is asked by.
        let watcher: ControlClient
        let configuration: String

        static func set(_ more: String = "") async throws -> Radio {
            let directory = try TemporaryDirectory()
            let configuration = "[recording]\ndirectory = \"\(directory.path)/made\"\n\(more)"
            let stage = try await Stage.set(configuration: configuration)
            let watcher = try stage.daemon.connect()
            try await watcher.call("events.subscribe")
            return Radio(
                directory: directory, stage: stage, server: try await MediaServer.start(), watcher: watcher,
                configuration: configuration)
        }

        /// Puts ten seconds of sound on the server.
        func air(_ name: String, _ options: [String]) async throws {
            try await AudioFiles.encode(
                AudioFixture.unique(frameCount: 441_000), options: options, to: server.directory.file(name))
        }

        func record(_ more: String = "") async throws -> Int {
            let started = try await stage.client.call("record.start", #"{"source":"player","format":"copy"\#(more)}"#)
            #expect(started.string(at: "result.format") == "copy", "\(started.line)")
            return Int(try #require(started.number(at: "result.recording")))
        }

        func stop(_ id: Int) async throws -> ControlMessage {
            try await stage.client.call("record.stop", "{\"recording\":\(id)}")
        }

        func waitForSound(_ seconds: Double) async throws {
            try await waitUntil("\(seconds) s in the recording") {
                (try? await stage.client.call("record.list"))?.number(at: "result.0.duration") ?? 0 >= seconds
            }
        }

        /// The paths of all files in the order in which they were made, by the events since the start.
        func paths() async throws -> [String] {
            let events = try await watcher.events(through: "recording.ended").all
            let ended = try #require(events.last)
            let complete = events.filter { $0.method == "recording.split" }.compactMap { $0.string(at: "params.path") }
            return complete + [ended.string(at: "params.path")].compactMap { $0 }
        }
    }

    /// The bytes of all packets of a file, as the ffmpeg program reads them.
    private static func packets(of path: String) async throws -> [UInt8] {
        try await Tool.run("ffmpeg", ["-nostdin", "-v", "error", "-i", path, "-map", "0:a", "-c", "copy", "-f", "data", "-"])
    }

    /// The title that a file has.
    private static func title(of path: String) async throws -> String {
        let text = try await Tool.run(
            "ffprobe", ["-v", "error", "-show_entries", "format_tags=title:stream_tags=title", "-of", "csv=p=0", path])
        return String(decoding: text, as: UTF8.self).split { $0 == "," || $0 == "\n" }.first.map(String.init) ?? ""
    }

    private static let mp3 = ["-c:a", "libmp3lame", "-b:a", "128k", "-write_xing", "0", "-id3v2_version", "0"]

    /// Whether `part` stands in `whole`, repeated, and where.
    private static func place(of part: [UInt8], in whole: [UInt8]) -> Int? {
        let repeated = Data(Array(repeating: whole, count: part.count / max(1, whole.count) + 2).flatMap { $0 })
        return repeated.firstRange(of: Data(part))?.lowerBound
    }

    @Test(
        "of a station have every packet once, with a new file at the packet of each title",
        arguments: [("radio.mp3", "mp3"), ("radio.aac", "aac"), ("radio.ogg", "opus")])
    func titles(name: String, suffix: String) async throws {
        let radio = try await Radio.set()
        let options =
            switch suffix {
            case "mp3": Self.mp3
            case "aac": ["-c:a", "aac", "-b:a", "128k"]
            default: ["-c:a", "libopus", "-b:a", "128k"]
            }
        try await radio.air(name, options)
        let id = try await radio.record(#","splitOnTitle":true"#)
        let names = "One|Two|Three"
        try await radio.stage.play(radio.server.address("\(name)?metaint=1000&rate=40000&titles=\(names)"))
        try await radio.waitForSound(8)
        let stopped = try await radio.stop(id)
        let paths = try await radio.paths()
        // The titles begin anew behind the third: on a busy machine the recording may end with one more.
        #expect(
            paths.count >= 3 && stopped.number(at: "result.files") == Double(paths.count),
            "\(stopped.line) \(radio.stage.daemon.log)")
        #expect(paths.allSatisfy { $0.hasSuffix(".\(suffix)") })
        for (index, path) in paths.enumerated() {
            let title = ["One", "Two", "Three"][index % 3]
            #expect(path.hasSuffix(" \(title).\(suffix)"))
            #expect(try await Self.title(of: path) == title)
        }
        var all: [UInt8] = []
        var sizes: [Int] = []
        for path in paths {
            let packets = try await Self.packets(of: path)
            all += packets
            sizes.append(packets.count)
        }
        let whole = try await Self.packets(of: radio.server.directory.file(name))
        // The recording began before the station, so it has the station's first packet.
        #expect(Self.place(of: all, in: whole) == 0, "\(sizes) of \(whole.count)")
        // A title holds from its share of the file on, and is told with the first text behind that.
        let size = try readFile(radio.server.directory.file(name)).count
        for (number, place) in [sizes[0], sizes[0] + sizes[1]].enumerated() {
            let told = (Double((number + 1) * (size / 3)) / 1_000).rounded(.up) * 1_000 * Double(whole.count) / Double(size)
            // Opus spends its bits unevenly, so bytes do not tell its place.
            #expect(abs(Double(place) - told) < (suffix == "opus" ? 12_000 : 2_500), "\(place), \(told)")
        }
        #expect(stopped.number(at: "result.droppedFrames") == 0 && stopped.number(at: "result.missedFrames") == 0)
    }

    @Test(
        "begin with the packet that is heard, although much more was decoded, and end with the one that is heard last",
        arguments: [nil, 20, 4])
    func heard(secondsOfFile: Int?) async throws {
        let radio = try await Radio.set()
        if let secondsOfFile {
            // Of the short one all is decoded when the recording begins.
            let path = radio.directory.file("song.mp3")
            try await AudioFiles.encode(AudioFixture.unique(frameCount: 44_100 * secondsOfFile), options: Self.mp3, to: path)
            try await radio.stage.play(path)
        } else {
            try await radio.air("radio.mp3", Self.mp3)
            try await radio.stage.play(radio.server.address("radio.mp3?metaint=1000&rate=200000&titles=One"))
        }
        try await waitUntil("some sound") {
            (try? await radio.stage.client.call("status"))?.number(at: "result.position.seconds") ?? 0 > 1
        }
        try await radio.stage.client.call("pause")
        try await radio.stage.client.waitForEvent("player.stateChanged") { $0.string(at: "params.state") == "paused" }
        let copy = try await radio.record(#","path":"copy""#)
        let exact = try await radio.stage.client.call(
            "record.start", #"{"source":"player","path":"exact.wav","bits":"float"}"#)
        try await radio.stage.client.call("play")
        try await radio.waitForSound(2)
        try await radio.stage.client.call("stop")
        try await radio.stage.client.waitForEvent("player.stateChanged") { $0.string(at: "params.state") == "stopped" }
        let stopped = try await radio.stop(copy)
        _ = try await radio.stop(Int(try #require(exact.number(at: "result.recording"))))
        let path = try #require(stopped.string(at: "result.path"))
        #expect(path == "\(radio.directory.path)/made/copy.mp3")
        let heard = try await AudioFiles.decode("\(radio.directory.path)/made/exact.wav", sampleRate: 44_100, channelCount: 2)
        let copied = try await AudioFiles.decode(path, sampleRate: 44_100, channelCount: 2)
        // A decoder needs some packets until it gives what it would have given within the stream.
        let probe = 10_000
        let window = (0..<256).map { heard.samples[(probe + $0) * 2] }
        let found = try #require(
            (probe..<probe + 3_000).first { place in
                (0..<256).allSatisfy { abs(copied.samples[(place + $0) * 2] - window[$0]) < 1e-4 }
            })
        // Less than a packet lies before what was heard first, and less than one, and what decoders hold back, behind the last.
        #expect((0..<1_152 + 529).contains(found - probe), "\(found - probe)")
        let behind = copied.frameCount - (found - probe) - heard.frameCount
        #expect((-1_152..<1_152).contains(behind), "\(behind)")
    }

    @Test("that begin near the end of an item have the rest of it, although the next one is being decoded")
    func restOfItem() async throws {
        let radio = try await Radio.set()
        var sources: [String] = []
        for (number, frames) in [100_000, 60_000].enumerated() {
            let path = radio.directory.file("\(number).mp3")
            try await AudioFiles.encode(
                AudioFixture.unique(frameCount: frames, seed: UInt32(number + 1)), options: Self.mp3, to: path)
            sources.append(path)
        }
        try await radio.stage.client.call("queue.add", "{\"uris\":[\"\(sources.joined(separator: "\",\""))\"]}")
        try await radio.stage.client.call("play")
        try await waitUntil("some sound") {
            (try? await radio.stage.client.call("status"))?.number(at: "result.position.seconds") ?? 0 > 1
        }
        let id = try await radio.record()
        try await radio.stage.waitForEnd()
        let stopped = try await radio.stop(id)
        let paths = try await radio.paths()
        try #require(paths.count == 2, "\(stopped.line) \(radio.stage.daemon.log)")
        let (rest, second) = (try await Self.packets(of: paths[0]), try await Self.packets(of: paths[1]))
        let (whole, next) = (try await Self.packets(of: sources[0]), try await Self.packets(of: sources[1]))
        #expect(whole.suffix(rest.count).elementsEqual(rest) && rest.count > whole.count / 10, "\(rest.count) of \(whole.count)")
        #expect(second == next, "\(second.count) of \(next.count)")
    }

    @Test(
        "of files have the packets of the files, each in a file of its own",
        arguments: [
            ("song.mp3", ["-c:a", "libmp3lame"], "mp3"), ("song.m4a", ["-c:a", "aac"], "aac"),
            ("song.opus", ["-c:a", "libopus"], "opus"), ("song.ogg", ["-c:a", "libvorbis"], "ogg"),
            ("song.flac", ["-c:a", "flac"], "flac"), ("song.wav", ["-c:a", "pcm_s24le"], "mka"),
            ("song.mka", ["-c:a", "ac3"], "mka"),
        ])
    func files(name: String, options: [String], suffix: String) async throws {
        let radio = try await Radio.set()
        var sources: [String] = []
        for number in 1...2 {
            let path = radio.directory.file("\(number) \(name)")
            try await AudioFiles.encode(
                AudioFixture.unique(frameCount: 60_000 + number, seed: UInt32(number)),
                options: options + ["-metadata", "title=Song \(number)", "-metadata", "artist=Somebody"], to: path)
            sources.append(path)
        }
        let id = try await radio.record(#","splitOnTitle":true"#)
        try await radio.stage.client.call("queue.add", "{\"uris\":[\"\(sources.joined(separator: "\",\""))\"]}")
        try await radio.stage.client.call("play")
        try await radio.stage.waitForEnd()
        let stopped = try await radio.stop(id)
        let paths = try await radio.paths()
        #expect(paths.count == 2, "\(stopped.line) \(radio.stage.daemon.log)")
        for (path, source) in zip(paths, sources) {
            #expect(path.hasSuffix(".\(suffix)"))
            // The header of ADTS stands before each packet, and the program writes it, too.
            let isBare = suffix == "aac"
            let wanted = isBare ? try await Self.adts(of: source) : try await Self.packets(of: source)
            let found = isBare ? try await Self.adts(of: path) : try await Self.packets(of: path)
            let isSame = found == wanted
            #expect(isSame, "\(path): \(found.count) bytes of packets, not \(wanted.count)")
        }
        #expect(
            paths[0].hasSuffix("Somebody - Song 1.\(suffix)") && paths[1].hasSuffix("Somebody - Song 2.\(suffix)"), "\(paths)")
    }

    private static func adts(of path: String) async throws -> [UInt8] {
        try await Tool.run(
            "ffmpeg",
            ["-nostdin", "-v", "error", "-i", path, "-map", "0:a", "-map_metadata", "-1", "-c", "copy", "-f", "adts", "-"])
    }

    @Test("go on in another kind of file where a chain changes its codec, and lose no packet there")
    func chain() async throws {
        let radio = try await Radio.set()
        var links: [String] = []
        for (number, codec) in ["libvorbis", "libopus", "libvorbis"].enumerated() {
            let path = radio.directory.file("\(number).ogg")
            try await AudioFiles.encode(
                AudioFixture.unique(frameCount: 60_000, seed: UInt32(number + 1)),
                options: ["-c:a", codec, "-metadata", "title=Link \(number)"], to: path)
            links.append(path)
        }
        let whole = radio.directory.file("chain.ogg")
        try writeFile(try links.flatMap { try readFile($0) }, to: whole)
        let id = try await radio.record(#","splitOnTitle":true"#)
        try await radio.stage.play(whole)
        try await radio.stage.waitForEnd()
        _ = try await radio.stop(id)
        let paths = try await radio.paths()
        #expect(paths.map { $0.split(separator: ".").last.map(String.init) } == ["ogg", "opus", "ogg"], "\(paths)")
        for (path, link) in zip(paths, links) {
            let (found, wanted) = (try await Self.packets(of: path), try await Self.packets(of: link))
            let isSame = found == wanted
            #expect(isSame, "\(path): \(found.count) bytes of packets, not \(wanted.count)")
        }
    }

    @Test(
        "of an Ogg station have each song in a file of its own, with its own headers",
        arguments: [
            [["-c:a", "libvorbis"], ["-c:a", "libvorbis", "-ar", "22050", "-ac", "1"], ["-c:a", "libvorbis", "-b:a", "64k"]],
            [["-c:a", "libopus"], ["-c:a", "libopus", "-ac", "1"], ["-c:a", "libopus", "-b:a", "32k"]],
        ])
    func oggStation(links: [[String]]) async throws {
        let radio = try await Radio.set()
        var songs: [String] = []
        for (number, options) in links.enumerated() {
            let path = radio.directory.file("\(number).ogg")
            try await AudioFiles.encode(
                AudioFixture.unique(frameCount: 80_000, seed: UInt32(number + 1)),
                options: options + ["-metadata", "title=Link \(number)", "-metadata", "artist=Somebody"], to: path)
            songs.append(path)
        }
        try writeFile(try songs.flatMap { try readFile($0) }, to: radio.server.directory.file("radio.ogg"))
        let id = try await radio.record(#","splitOnTitle":true"#)
        try await radio.stage.play(radio.server.address("radio.ogg?endless=1"))
        // The station begins again behind its last song, so the fourth is the first.
        try await radio.waitForSound(6.5)
        _ = try await radio.stop(id)
        let paths = try await radio.paths()
        #expect(paths.count == 4, "\(paths) \(radio.stage.daemon.log)")
        for (number, path) in paths.enumerated() {
            let song = songs[number % songs.count]
            let (found, wanted) = (try await Self.packets(of: path), try await Self.packets(of: song))
            let isWhole = number < 3 ? found == wanted : !found.isEmpty && wanted.starts(with: found)
            #expect(isWhole, "\(path): \(found.count) bytes of packets, not \(wanted.count)")
            #expect(path.contains(" Somebody - Link \(number % songs.count)."), "\(path)")
            #expect(try await Self.title(of: path) == "Link \(number % songs.count)")
        }
    }

    @Test("begin another file where somebody jumps, and have nothing of what is skipped")
    func jump() async throws {
        let radio = try await Radio.set()
        let path = radio.directory.file("song.mp3")
        try await AudioFiles.encode(AudioFixture.unique(frameCount: 44_100 * 20), options: Self.mp3, to: path)
        let id = try await radio.record()
        try await radio.stage.play(path)
        try await radio.waitForSound(1)
        try await radio.stage.client.call("seek", #"{"position":18}"#)
        try await radio.stage.waitForEnd()
        let stopped = try await radio.stop(id)
        let paths = try await radio.paths()
        #expect(paths.count == 2, "\(stopped.line)")
        let whole = try await Self.packets(of: path)
        let (first, second) = (try await Self.packets(of: paths[0]), try await Self.packets(of: paths[1]))
        #expect(whole.starts(with: first) && first.count < whole.count / 2)
        #expect(whole.suffix(second.count).elementsEqual(second))
        // Two seconds, and what a decoder needs before them.
        #expect(abs(Double(second.count) / Double(whole.count) - 0.1) < 0.02, "\(second.count) of \(whole.count)")
    }

    @Test(
        "of a daemon that is killed lack less than a second and a half, and the next daemon makes the file whole",
        arguments: ["mp3", "mka"])
    func killed(suffix: String) async throws {
        let radio = try await Radio.set()
        try await radio.air("radio.mp3", Self.mp3)
        _ = try await radio.record(#","path":"take.\#(suffix)""#)
        try await radio.stage.play(radio.server.address("radio.mp3?metaint=1000&rate=40000&titles=One"))
        try await radio.waitForSound(4)
        let before = try await radio.stage.client.call("record.list").number(at: "result.0.duration") ?? 0
        radio.stage.daemon.process.signal(SIGKILL)
        _ = try await radio.stage.daemon.process.waitForExit()
        let next = try await DaemonProcess.start(in: radio.stage.system, configuration: radio.configuration)
        try await waitUntil("the repair") { next.log.contains("is whole again") }
        let file = "\(radio.directory.path)/made/take.\(suffix)"
        let packets = try await Self.packets(of: file)
        let whole = try await Self.packets(of: radio.server.directory.file("radio.mp3"))
        #expect(Self.place(of: packets, in: whole) == 0)
        #expect(Double(packets.count) / 16_000 > before - 1.5, "\(packets.count), \(before)")
        try await next.stop()
    }

    @Test("stay in their directory, and can be typed, whatever a station calls its songs")
    func hostile() async throws {
        let radio = try await Radio.set()
        try await radio.air("radio.mp3", Self.mp3)
        let titles = ["../../../out", "a%2Fb%0A%1B[31m", ".hidden", "%25t%25Y", String(repeating: "%C3%A4", count: 120), "%20"]
        let id = try await radio.record(#","splitOnTitle":true"#)
        try await radio.stage.play(
            radio.server.address("radio.mp3?metaint=1000&rate=60000&titles=\(titles.joined(separator: "|"))"))
        try await radio.waitForSound(9.5)
        _ = try await radio.stop(id)
        let paths = try await radio.paths()
        #expect(paths.count == titles.count, "\(paths)")
        var all: [UInt8] = []
        for path in paths {
            let name = path.dropFirst("\(radio.directory.path)/made/".count)
            #expect(path.hasPrefix("\(radio.directory.path)/made/") && !name.contains("/") && !name.hasPrefix("."), "\(path)")
            #expect(name.utf8.count <= 255 && name.unicodeScalars.allSatisfy { $0.value >= 0x20 })
            all += try await Self.packets(of: path)
        }
        #expect(Self.place(of: all, in: try await Self.packets(of: radio.server.directory.file("radio.mp3"))) == 0)
    }

    @Test("go over a connection until what plays is coded in another way")
    func connection() async throws {
        let radio = try await Radio.set()
        let (song, other) = (radio.directory.file("song.mp3"), radio.directory.file("other.flac"))
        try await AudioFiles.encode(AudioFixture.unique(frameCount: 80_000), options: Self.mp3, to: song)
        try await AudioFiles.encode(AudioFixture.unique(frameCount: 80_000, seed: 2), to: other)
        let data = try radio.stage.daemon.connect()
        _ = try await data.call("record.open", #"{"source":"player","format":"copy"}"#)
        let reading = Task { try await data.readRest() }
        try await radio.stage.client.call("queue.add", "{\"uris\":[\"\(song)\",\"\(other)\"]}")
        try await radio.stage.client.call("play")
        let (events, ended) = try await radio.stage.client.events(through: "recording.ended")
        #expect(ended.string(at: "params.reason") == "formatChanged", "\(ended.line)")
        // There is no file of which a path could be told.
        #expect(!events.contains { $0.line.contains("the client's connection") })
        let received = radio.directory.file("received.mp3")
        try writeFile(try await reading.value, to: received)
        let (found, wanted) = (try await Self.packets(of: received), try await Self.packets(of: song))
        let isSame = found == wanted
        #expect(isSame, "\(found.count) bytes of packets, not \(wanted.count)")
    }

    @Test(
        "are refused with a sentence where there are no packets, or where something is to be changed",
        arguments: [
            (#"{"source":"output","format":"copy"}"#, "only what the player plays can be copied"),
            (#"{"source":"player","format":"copy","bitRate":128000}"#, "a copy is coded as it plays"),
            (#"{"source":"player","format":"copy","channels":1}"#, "has the channels and the rate of what plays"),
        ])
    func refusals(parameters: String, sentence: String) async throws {
        let radio = try await Radio.set()
        let refused = try await radio.stage.client.reply(to: "record.start", parameters)
        #expect(refused.line.contains(sentence), "\(refused.line)")
    }

    @Test("end with a sentence if the container that was asked for cannot hold what plays")
    func wrongContainer() async throws {
        let radio = try await Radio.set()
        let path = radio.directory.file("song.flac")
        try await AudioFiles.encode(AudioFixture.unique(frameCount: 80_000), to: path)
        _ = try await radio.record(#","path":"take.mp3""#)
        try await radio.stage.play(path)
        let ended = try await radio.stage.client.waitForEvent("recording.ended")
        #expect(ended.string(at: "params.reason") == "failed")
        #expect(ended.line.contains("what plays has sound in flac, which MP3 cannot hold: use FLAC"), "\(ended.line)")
        #expect(ended.number(at: "params.files") == 0)
    }
}
