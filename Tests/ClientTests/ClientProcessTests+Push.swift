import ControlProtocol
import Glibc
import JSON
import TestSupport
import Testing

extension ClientProcessTests {
    /// Runs a line of the shell in which `$0` is the client.
    private func shell(_ line: String, _ daemon: DaemonDouble) throws -> ClientProcess {
        try ClientProcess(shell: line, environment: ["FERMATA_SOCKET": daemon.path, "PATH": "/usr/bin:/bin"])
    }

    @Test("sends standard input, byte for byte, and ends when the daemon does")
    func pushes() throws {
        let daemon = try DaemonDouble()
        let outcome = try shell("seq 1 100000 | $0 play -", daemon).wait()
        #expect(outcome == ClientProcess.Outcome(status: 0, output: "", error: ""))
        let request = Asked("stream.open", ["title": "Standard input"])
        #expect(try daemon.requests() == [request])
        #expect(daemon.pushed == [(1...100_000).map { "\($0)\n" }.joined()])
        try daemon.stop()
    }

    @Test("announces a file, standard input and bare samples, and cancels")
    func announces() throws {
        let daemon = try DaemonDouble()
        for line in [
            "$0 announce /bell.wav", "$0 announce --pause --volume 50 /bell.wav", "echo hello | $0 announce -",
            "$0 announce --room Kitchen --room bath /bell.wav",
            "printf 1234 | $0 announce --format s16le --rate 8000 --channels 1 - --title Tea", "$0 announce --cancel",
        ] {
            #expect(try shell(line, daemon).wait() == ClientProcess.Outcome(status: 0, output: "", error: ""), "\(line)")
        }
        let samples = Wire.StreamFormat(encoding: .s16le, sampleRate: 8_000, channels: 1)
        #expect(
            try daemon.requests() == [
                Asked("announce", ["uri": "/bell.wav"]),
                Asked("announce", ["uri": "/bell.wav", "volume": 0.5, "interrupt": "pause"]),
                Asked("announce", ["title": "Standard input"]),
                Asked("announce", ["uri": "/bell.wav", "rooms": ["Kitchen", "bath"]]),
                Asked("announce", ["format": samples.json, "title": "Tea"]), Asked("announce.cancel"),
            ])
        #expect(daemon.pushed == ["hello\n", "1234"])
        for line in [
            "announce", "announce --cancel a", "announce --cancel --room bath", "announce --volume 101 a",
            "announce --rate 8000 a", "announce \"\"",
        ] {
            #expect(try shell("$0 \(line)", daemon).wait().status == 2, "\(line)")
        }
        #expect(try shell("$0 announce /missing", daemon).wait().status == 1)
        try daemon.stop()
    }

    @Test("describes bare samples, and names what it sends")
    func pushesSamples() throws {
        let daemon = try DaemonDouble()
        let line = "printf 12345678 | $0 --json play --format s24le --rate 96000 --channels 2 - --title Birds"
        #expect(try shell(line, daemon).wait().output.contains(#""item":12"#))
        let format = Wire.StreamFormat(encoding: .s24le, sampleRate: 96_000, channels: 2)
        #expect(try daemon.requests() == [Asked("stream.open", ["format": format.json, "title": "Birds"])])
        #expect(daemon.pushed == ["12345678"])
        try daemon.stop()
    }

    @Test("sends standard input, or what a shell puts in the place of a file, to the queue's end")
    func adds() throws {
        let daemon = try DaemonDouble()
        let line = "printf 12345678 | $0 queue add --format s24le --rate 96000 --channels 2 - --title Birds"
        #expect(try shell(line, daemon).wait() == ClientProcess.Outcome(status: 0, output: "", error: ""))
        #expect(try shell("echo sound | $0 queue add /dev/fd/0", daemon).wait().status == 0)
        let format = Wire.StreamFormat(encoding: .s24le, sampleRate: 96_000, channels: 2)
        #expect(
            try daemon.requests() == [
                Asked("stream.open", ["format": format.json, "title": "Birds", "play": false]),
                Asked("stream.open", ["title": "0", "play": false]),
            ])
        #expect(daemon.pushed == ["12345678", "sound\n"])
        try daemon.stop()
    }

    @Test(
        "never names a descriptor of its own to the daemon, which would look at another",
        arguments: [
            "play /a /dev/stdin", "play /dev/fd/0 /a", "queue add /a /proc/self/fd/0", "queue add /dev/fd/0 /dev/fd/0",
            "probe /dev/stdin", "probe file:///dev/fd/0", "play /dev/stdin </dev/null", "queue add /dev/stdin </dev/null",
            "play /dev/fd/77", "queue add --next /dev/stdin",
        ])
    func ownDescriptors(line: String) throws {
        let daemon = try DaemonDouble()
        let outcome = try shell("echo sound | $0 \(line)", daemon).wait()
        #expect(outcome.status == 2 && outcome.output.isEmpty && outcome.error.contains("fermatad"), "\(outcome)")
        #expect(try daemon.requests().isEmpty)
        try daemon.stop()
    }

    @Test("says why the daemon wants no more of what it sends")
    func pushFails() throws {
        let daemon = try DaemonDouble()
        // Endless, and far more than the connection holds.
        let outcome = try shell("yes 2>/dev/null | $0 play --title refused -", daemon).wait()
        #expect(outcome == ClientProcess.Outcome(status: 1, output: "", error: "fermata: this is not audio\n"))
        let alone = try shell("$0 play - <&-", daemon).wait()
        #expect(alone.status == 1 && alone.error.hasPrefix("fermata: Standard input cannot be read: "))
        let directory = try shell("$0 play - </tmp", daemon).wait()
        #expect(directory.status == 1 && directory.error.contains("directory"))
        try daemon.stop()
    }

    @Test("takes away what is left when a signal ends it", arguments: [SIGINT, SIGTERM])
    func pushInterrupted(number: CInt) async throws {
        let daemon = try DaemonDouble()
        let client = try shell("exec $0 play - </dev/zero", daemon)
        // Before it sends, there is nothing to take away, and a signal ends it as any program.
        try await waitUntil("the stream") { daemon.hasReceived }
        client.signal(number)
        #expect(client.wait().status == -number)
        #expect(try daemon.requests().last == Asked("queue.remove", ["ids": [12]]))
        try daemon.stop()
    }

    @Test("sends a file that the daemon cannot read and it can, and no other")
    func fallsBack() throws {
        let daemon = try DaemonDouble()
        let folder = try TemporaryDirectory()
        let path = folder.file("missing")
        try writeFile(Array("sound".utf8), to: path)
        let outcome = try ClientProcess.run("play", path, socket: daemon.path)
        #expect(outcome.status == 0 && outcome.error.contains("cannot read missing itself"), "\(outcome)")
        #expect(
            try daemon.requests() == [
                Asked("play", ["uri": .string(path)]), Asked("stream.open", ["title": "missing"]),
            ])
        #expect(try ClientProcess.run("play", "file://\(path)", socket: daemon.path).status == 0)
        #expect(daemon.pushed == ["sound", "sound"])

        let count = try daemon.requests().count
        let list = folder.file("dead.m3u")
        try writeFile(Array("/gone.flac".utf8), to: list)
        // There is none; it is a directory; it is a network's; it is not alone; what it names is missing, not the list.
        let others = [["/missing"], [folder.path], ["http://h/missing"], [path, path], [list]]
        for arguments in others {
            let outcome = try ClientProcess.run(["play"] + arguments, socket: daemon.path)
            #expect(outcome.status == (arguments == [folder.path] ? 0 : 1), "\(arguments): \(outcome)")
        }
        // Of two the second is tried, too.
        #expect(try daemon.requests().count == count + others.count + 1)
        try daemon.stop()
    }

    @Test("leaves FIFOs and devices to the daemon's refusal, but for what a shell puts in the place of a file")
    func fallsBackToFiles() throws {
        let daemon = try DaemonDouble()
        let folder = try TemporaryDirectory()
        let path = folder.file("missing")
        for make in [{ mkfifo(path, 0o600) }, { symlink("/dev/null", path) }] {
            try #require(make() == 0)
            let outcome = try ClientProcess.run("play", path, socket: daemon.path)
            #expect(outcome == ClientProcess.Outcome(status: 1, output: "", error: "fermata: no such file: \(path)\n"))
            unlink(path)
        }
        #expect(try daemon.requests().count == 2)
        #expect(try shell("{ sleep 0.2; echo sound; } | $0 play /dev/fd/0", daemon).wait().status == 0)
        #expect(daemon.pushed == ["sound\n"])
        try daemon.stop()
    }

    @Test(
        "knows what makes no sense with standard input",
        arguments: [
            "play - /a", "play /a -", "play --item 1 -", "play --format f32le", "play --format f32le /a",
            "play --title x /a", "play --format f32le -", "play --format f32le --rate 48000 -", "play --rate 48000 -",
            "play --format auto --channels 2 -", "play --format mp3 -", "play --format s16le --rate 7999 --channels 2 -",
            "play --format s16le --rate 48000 --channels 9 -", "play --format s16le --rate x --channels 2 -",
            "play --title= -", "queue add - /a", "queue add --at 0 -",
            "queue add --format f32le /a", "queue add --format f32le -", "queue add --title= -",
        ])
    func pushUsage(line: String) throws {
        let outcome = try ClientProcess.run(line.split(separator: " ").map(String.init), socket: "/nowhere")
        #expect(outcome.status == 2 && !outcome.error.isEmpty, "\(outcome)")
    }
}
