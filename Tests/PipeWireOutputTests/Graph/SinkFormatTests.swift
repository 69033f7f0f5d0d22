import AudioTypes
import CPipeWire
import Logging
import TestSupport
import Testing

@testable import PipeWireOutput

@Suite("The formats that a sink lists", .serialized)
struct SinkFormatTests {
    /// Returns which rates of DSD a format takes.
    private func directRates(
        format: [UInt32] = [SPA_AUDIO_FORMAT_S32_LE.rawValue], rate: TestFormat.Number, channels: TestFormat.Number = .one(2)
    ) -> [UInt32] {
        let pod = TestFormat(formats: format, rate: rate, channels: channels)
        return SinkFormats.ratesOfDSD.filter { pod.takesDirectly($0) }.sorted()
    }

    @Test("a rate for DSD must be the one of a format, in its list or within its range")
    func rates() {
        #expect(directRates(rate: .one(48_000)).isEmpty)
        #expect(directRates(rate: .one(176_400)) == [176_400])
        #expect(directRates(rate: .list([48_000, 44_100, 176_400, 352_800])) == [176_400, 352_800])
        #expect(directRates(rate: .range(48_000, 44_100, 192_000)) == [176_400, 192_000])
        #expect(directRates(rate: .range(48_000, 1, Int32.max)).count == SinkFormats.ratesOfDSD.count)
    }

    @Test("the format must have two channels, and samples that hold 24 bits")
    func samples() {
        #expect(directRates(rate: .one(176_400), channels: .one(1)).isEmpty)
        #expect(directRates(rate: .one(176_400), channels: .one(6)).isEmpty)
        #expect(directRates(rate: .one(176_400), channels: .range(2, 1, 8)) == [176_400])
        let short = [SPA_AUDIO_FORMAT_S16_LE.rawValue, SPA_AUDIO_FORMAT_S32_LE.rawValue]
        #expect(directRates(format: short, rate: .one(176_400)).isEmpty)
        #expect(directRates(format: short.reversed(), rate: .one(176_400)) == [176_400])
        #expect(directRates(format: [], rate: .one(176_400)).isEmpty)
    }

    @Test("a parameter that is no format, or is cut, takes nothing", arguments: [0, 8, 16, 24, 40, 64, 80, 96])
    func cut(size: UInt32) {
        let pod = TestFormat(
            formats: [SPA_AUDIO_FORMAT_S32_LE.rawValue], rate: .list([48_000, 176_400]), channels: .one(2), cutTo: size)
        #expect(!pod.takesDirectly(176_400))
    }

    @Test("are asked for only while somebody wants to know them, and forgotten then")
    func asked() async throws {
        var options = SoundSystemOptions.at(rate: 48_000)
        options.allowedRates = [48_000, 176_400]
        let system = try await PrivateSoundSystem.start(options)
        let receiver = try await SinkCapture.driven(
            in: system, sampleRate: 176_400, name: "receiver", sleeps: true, codecs: ["ac3", "dts"])
        Library.initialize()
        let connection = try Connection(
            remote: system.serverSocket, privateOutputs: HeadphonePatterns([]), logger: Logger(label: "test"))
        try connection.start()
        defer { connection.end() }
        let formats = { connection.withLock { connection.completeGraph?.model.sink(named: "receiver").map(\.formats) } ?? nil }
        let isKnown = { connection.withLock { connection.completeGraph?.model.knowsFormats } == true }
        #expect(wait("the sink") { formats() != nil })
        connection.withLock { connection.waitForServer() }
        #expect(formats() == SinkFormats() && !isKnown())
        connection.withLock { connection.setListsFormats(true) }
        #expect(wait("the formats") { isKnown() })
        #expect(formats() == SinkFormats(burstCodecs: [.ac3, .dts], directRates: [176_400]))
        receiver.forgetCodecs()
        #expect(wait("other formats") { formats() == SinkFormats(directRates: [176_400]) }, "they are asked for again")
        connection.withLock { connection.setListsFormats(false) }
        #expect(formats() == SinkFormats() && !isKnown())
        connection.withLock { connection.waitForServer() }
        #expect(formats() == SinkFormats())
        let speaker = try await SinkCapture.driven(
            in: system, sampleRate: 48_000, name: "other", priority: 9_500, sleeps: true, codecs: ["eac3"])
        connection.withLock { connection.setListsFormats(true) }
        #expect(wait("the formats") { isKnown() })
        #expect(
            wait("the formats of the later sink") {
                connection.withLock { connection.completeGraph?.model.sink(named: "other")?.formats }
                    == SinkFormats(burstCodecs: [.eac3])
            })
        _ = try await speaker.stop()
        _ = try await receiver.stop()
    }
}

/// A format of sound as a sink lists it (an SPA pod).
private struct TestFormat {
    enum Number {
        case one(Int32)
        case list([Int32])
        case range(Int32, Int32, Int32)
    }

    /// The pod, in units of 8 bytes.
    private var words: [UInt64]

    init(formats: [UInt32], rate: Number, channels: Number, cutTo size: UInt32? = nil) {
        var body: [UInt32] = [UInt32(SPA_TYPE_OBJECT_Format), SPA_PARAM_EnumFormat.rawValue]
        let id = UInt32(SPA_TYPE_Id)
        body += Self.member(SPA_FORMAT_mediaType.rawValue, id, [SPA_MEDIA_TYPE_audio.rawValue])
        body += Self.member(SPA_FORMAT_mediaSubtype.rawValue, id, [SPA_MEDIA_SUBTYPE_raw.rawValue])
        if !formats.isEmpty {
            body += Self.member(SPA_FORMAT_AUDIO_format.rawValue, id, formats, choice: SPA_CHOICE_Enum.rawValue)
        }
        for (key, number) in [(SPA_FORMAT_AUDIO_rate, rate), (SPA_FORMAT_AUDIO_channels, channels)] {
            let (values, choice) =
                switch number {
                case .one(let value): ([value], nil as spa_choice_type?)
                case .list(let values): (values, SPA_CHOICE_Enum)
                case .range(let usual, let least, let most): ([usual, least, most], SPA_CHOICE_Range)
                }
            body += Self.member(
                UInt32(key.rawValue), UInt32(SPA_TYPE_Int), values.map { UInt32(bitPattern: $0) },
                choice: choice.map { UInt32($0.rawValue) })
        }
        let head = [size ?? UInt32(body.count * 4), UInt32(SPA_TYPE_Object)]
        let halves = head + body
        words = stride(from: 0, to: halves.count, by: 2).map { UInt64(halves[$0]) | UInt64(halves[$0 + 1]) << 32 }
    }

    /// The key, the flags, and the value or a choice of values, up to a multiple of 8 bytes.
    private static func member(_ key: UInt32, _ type: UInt32, _ values: [UInt32], choice: UInt32? = nil) -> [UInt32] {
        var member = [key, 0]
        if let choice {
            member += [UInt32(16 + 4 * values.count), UInt32(SPA_TYPE_Choice), choice, 0, 4, type] + values
        } else {
            member += [4, type] + values
        }
        return member.count % 2 == 0 ? member : member + [0]
    }

    func takesDirectly(_ rate: UInt32) -> Bool {
        words.withUnsafeBytes { bytes in
            bytes.baseAddress.map { fermata_takes_directly($0.assumingMemoryBound(to: spa_pod.self), rate) } ?? false
        }
    }
}
