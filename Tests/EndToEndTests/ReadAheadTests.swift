import FoundationEssentials
import TestSupport
import Testing

@Suite("A disk that hangs", .serialized, .enabled("bindfs can mount nothing here") { await BoundDirectory.isPossible })
struct ReadAheadTests {
    /// Plays two files from a disk that hangs for that long at least, up to the end of the second one.
    private func play(hangingFor seconds: Double) async throws {
        let stage = try await Stage.set(configuration: "[playback]\nbuffer_seconds = 2\n")
        let length = Int((1 + seconds / 2) * 44_100)
        let piece = AudioFixture.unique(frameCount: 2 * length)
        let below = try stage.system.directory.makeDirectory("below")
        let place = try stage.system.directory.makeDirectory("disk")
        try AudioFiles.writeWave(piece[0..<length], to: below + "/first.wav")
        try AudioFiles.writeWave(piece[length..<piece.frameCount], to: below + "/second.wav")
        let disk = try await BoundDirectory(at: place, showing: below)
        try await stage.client.call("queue.add", "{\"uris\":[\"\(place)/first.wav\",\"\(place)/second.wav\"]}")
        try await stage.client.call("play")
        try await waitUntil("both files to be open") { openFiles(of: stage.daemon, below: place) == 2 }
        var bytes = ""
        try await waitUntil("the disk to be left alone", poll: .milliseconds(100)) {
            defer { bytes = disk.readBytes }
            return bytes == disk.readBytes
        }
        disk.hang(true)
        try await stage.waitForEnd()
        disk.hang(false)
        try await stage.expectExactly(piece)
        try await waitUntil("the files to be closed") { openFiles(of: stage.daemon, below: place) == 0 }
        try await disk.end()
    }

    private func openFiles(of daemon: DaemonProcess, below place: String) -> Int {
        let folder = "/proc/\(daemon.process.processIdentifier)/fd"
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        return names.count { name in
            (try? FileManager.default.destinationOfSymbolicLink(atPath: "\(folder)/\(name)"))?.hasPrefix(place) == true
        }
    }

    @Test("under what plays and what comes next is not heard: every frame is as in the files")
    func notHeard() async throws { try await play(hangingFor: 12) }

    @Test(
        "for a minute is not heard either",
        .enabled(if: ProcessInfo.processInfo.environment["FERMATA_LONG_TESTS"] != nil, "it takes more than a minute"))
    func minute() async throws { try await play(hangingFor: 60) }
}
