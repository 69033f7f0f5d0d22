import AudioSession
import FoundationEssentials
import Glibc
import MediaTypes
import SystemSupport

@testable import Configuration
@testable import MediaLibrary
@testable import PipeWireOutput
@testable import Playback
@testable import PlayerModel

extension FuzzTarget {
    /// `state.json` and `place.json`: their envelope, and JSON that is whole but says anything.
    static let state = FuzzTarget("state", atMost: 4_096) { bytes in
        _ = try? Envelope.open(Array(bytes))
        var invention = Invention(bytes)
        let state = Data(invention.line())
        let place = Data(invention.line())
        guard var saved = try? JSONDecoder().decode(SavedState.self, from: state) else { return }
        if let place = try? JSONDecoder().decode(HeardPlace.self, from: place) { saved = saved.with(place) }
        _ = saved.leaveOutStreams()
        var player = Player(queue: PlayQueue(limit: 100))
        _ = player.restore(saved)
        player.observe(PlayerReadings(now: 1_000_000_000))
        precondition((0...1).contains(player.volume.level), "the volume \(player.volume.level)")
        if let position = player.position {
            precondition(position.seconds >= 0 && position.seconds.isFinite, "the position \(position.seconds)")
        }
        _ = player.handle(.play, request: 1)
        _ = player.handle(.next, request: 2)
        _ = player.handle(.seekBy(1), request: 3)
        // What is saved again can be read again.
        let again = try? JSONDecoder().decode(SavedState.self, from: JSONEncoder().encode(player.savedState))
        precondition(again != nil, "what was restored cannot be saved")
    }

    /// `ducked.json`.
    static let ducked = FuzzTarget("ducked", atMost: 2_048) { bytes in
        guard let records = try? JSONDecoder().decode([DuckRecord].self, from: Data(bytes)) else { return }
        // The daemon reads no others.
        guard records.allSatisfy(\.isBelievable) else { return }
        var ledger = DuckLedger()
        _ = ledger.restore(records)
        let streams = records.map {
            DuckStream(
                serial: $0.serial, application: $0.application, node: $0.node, process: $0.process, memory: $0.memory,
                volumes: $0.ducked, isRunning: true)
        }
        check(ledger.hear(streams, server: records.first?.server ?? 1))
        check(ledger.start(decibels: -14))
        for _ in 0..<12 { check(ledger.step()) }
        check(ledger.stop())
        for _ in 0..<12 { check(ledger.step()) }
    }

    private static func check(_ actions: [DuckLedger.Action]) {
        for case .set(_, let factors) in actions {
            precondition(factors.allSatisfy { $0.isFinite && $0 >= 0 }, "the factors \(factors)")
        }
    }

    /// `config.toml`.
    static let configuration = FuzzTarget("configuration", atMost: 2_048) { bytes in
        let text = String(decoding: bytes, as: UTF8.self)
        do throws(ConfigurationError) {
            _ = try Configuration(parsing: text, file: "config.toml")
        } catch {
            precondition(!error.description.isEmpty)
        }
    }

    /// A record of the tag cache, with the checksum it should have.
    static let tags = FuzzTarget("tags", atMost: 4_096) { bytes in
        _ = TagRecord(Array(bytes)[...])
        var checksum = Checksum()
        let body = Array(bytes)
        checksum.combine(body.span)
        let sum = UInt32(truncatingIfNeeded: checksum.value ^ checksum.value >> 32)
        let head = [UInt32(bytes.count), sum].flatMap { number in (0..<4).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) } }
        guard let record = TagRecord((head + Array(bytes))[...]) else { return }
        precondition(record.facts.duration.map { $0.isFinite && $0 >= 0 } ?? true)
        check(record.facts)
        precondition(TagRecord(record.bytes[...]) != nil, "what was read cannot be written")
    }
}
