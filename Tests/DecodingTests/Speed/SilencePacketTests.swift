import AudioTypes
import Media
import MediaTypes
import PlayerModel
import TestSupport
import Testing

@testable import Decoding

@Suite("Packets of media whose silences are left out")
struct SilencePacketTests {
    @Test("are those of which something is heard, each where it is heard", arguments: ["off", "strong"])
    func packets(mode: String) async throws {
        let directory = try TemporaryDirectory()
        let loud = AudioFixture.unique(frameCount: 44_100)
        let sound = loud.followed(by: loud.silence(44_100 * 6)).followed(by: loud)
        let path = directory.file("a.flac")
        try await AudioFiles.encode(sound, to: path)
        let opened = try MediaFileOpening().open(path, cancellation: CancellationToken())
        let source: any MediaSource
        if let rule = SilenceSkipping(rawValue: mode).flatMap({ SilenceRule($0) }) {
            source = SilenceSkippingSource(opened, rule)
        } else {
            source = opened
        }
        try source.convert(to: opened.description.format)
        try source.seek(to: .zero) { true }
        source.keepPackets(true)
        let memory = UnsafeMutablePointer<Float>.allocate(capacity: 2_000)
        let planes = UnsafeMutablePointer<UnsafeMutablePointer<Float>>.allocate(capacity: 2)
        defer {
            unsafe memory.deallocate()
            unsafe planes.deallocate()
        }
        unsafe planes.initialize(to: memory)
        unsafe (planes + 1).initialize(to: memory + 1_000)
        var (given, packets) = (0, [PlayedPacket]())
        while true {
            let count = unsafe try source.read(into: planes, capacity: 1_000)
            packets += source.takePackets()
            if count == 0, !source.isWaiting { break }
            given += count
        }
        #expect(given == (mode == "off" ? sound.frameCount : 2 * 44_100 + 22_050))
        let starts = packets.map(\.heard.lowerBound)
        let ends = packets.map(\.heard.upperBound)
        #expect(starts.first == 0 && ends.last == Int64(given), "from the first to the last frame")
        #expect(Array(starts.dropFirst()) == ends.dropLast(), "one behind the other")
        // The first and the last one of the silence that is heard may reach into what is left out.
        let frames = packets.reduce(0) { $0 + $1.frames }
        #expect(frames >= Int64(given) && frames <= Int64(given) + 2 * 4_608, "\(frames) frames of \(packets.count) packets")
    }
}
