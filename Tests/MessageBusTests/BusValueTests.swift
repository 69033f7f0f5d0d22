import Glibc
import SystemSupport
import Testing

@testable import MessageBus

@Suite("Values of D-Bus in messages")
struct BusValueTests {
    private static let everything: [BusValue] = [
        .byte(255), .boolean(true), .boolean(false), .int16(-2), .uint16(65_535), .int32(.min), .uint32(.max), .int64(.min),
        .uint64(.max), .double(-0.5), .string("Grüße \u{1F3B5}"), .string(""), .objectPath("/org/mpris/MediaPlayer2"),
        .signature([.string, .dictionary(key: .string, value: .variant)]), .signature([]), .variant(.int64(7)),
        .variant(.variant(.strings(["a"]))), .strings([]), .array(of: .byte, [.byte(1), .byte(2)]),
        .array(of: .array(.int32), [.array(of: .int32, []), .array(of: .int32, [.int32(1)])]),
        .properties([("xesam:title", .string("A Song")), ("mpris:length", .int64(1)), ("xesam:artist", .strings(["b", "c"]))]),
        .dictionary(key: .uint32, value: .objectPath, []), .structure([.string("s"), .structure([.boolean(true)])]),
        .array(of: .structure([.string, .byte]), [.structure([.string("x"), .byte(1)])]),
    ]

    @Test("a value of each type is read as it was written", arguments: everything)
    func roundTrip(value: BusValue) throws {
        let message = try Loopback.message([value])
        let hasType = message.has(value.type.signature)
        #expect(hasType)
        let values = try message.readValues()
        #expect(values == [value])
    }

    @Test("several values are read in their order, from the place that reading has reached")
    func several() throws {
        let message = try Loopback.message([.string("first"), .int32(2), .strings(["3"])])
        let first = message.readText()
        #expect(first == "first")
        let values = try message.readValues()
        #expect(values == [.int32(2), .strings(["3"])])
        let rest = try message.readValues()
        #expect(rest == [])
    }

    @Test("a descriptor that is read is a duplicate of one's own")
    func descriptor() throws {
        let sent = SharedDescriptor(FileDescriptor(owning: dup(0)))
        let message = try Loopback.message([.descriptor(sent)])
        guard case .descriptor(let received)? = try message.readValues().first else {
            Issue.record("no descriptor was read")
            return
        }
        #expect(received.descriptor.number != sent.descriptor.number)
    }

    @Test("values whose types do not fit cannot be written")
    func mixedTypes() throws {
        let entry = BusValue.Entry(.byte(1), .byte(1))
        let unfit: [BusValue] = [
            .array(of: .string, [.byte(1)]), .dictionary(key: .string, value: .byte, [entry]), .structure([]),
        ]
        for value in unfit {
            #expect(throws: Loopback.Unwritable.self) { _ = try Loopback.message([value]) }
        }
    }

    @Test("thousands of empty arrays of one type are read, each with its type")
    func emptyArrays() throws {
        let pair = BusValueType.structure([.array(.byte), .array(.byte)])
        let value = BusValue.array(of: .array(pair), Array(repeating: .array(of: pair, []), count: 4_000))
        let values = try Loopback.message([value]).readValues()
        #expect(values == [value])
    }

    /// The name of the error with which a message is refused.
    private func refusal(_ values: [BusValue], _ limits: BusValueLimits) throws -> String? {
        let message = try Loopback.message(values)
        do throws(BusCallError) {
            _ = try message.readValues(within: limits)
            return nil
        } catch {
            return error.name
        }
    }

    @Test("values that nest too deeply are refused")
    func depth() throws {
        var limits = BusValueLimits()
        limits.depth = 3
        let three = BusValue.variant(.variant(.variant(.byte(1))))
        #expect(try refusal([three], limits) == nil)
        #expect(try refusal([.variant(three)], limits) == "org.freedesktop.DBus.Error.LimitsExceeded")
        // An entry counts, too.
        #expect(try refusal([.properties([("a", .byte(1))])], limits) == nil)
        #expect(try refusal([.properties([("a", .variant(.byte(1)))])], limits) == "org.freedesktop.DBus.Error.LimitsExceeded")
    }

    @Test("too many values are refused, however small")
    func count() throws {
        var limits = BusValueLimits()
        limits.values = 11
        #expect(try refusal([.array(of: .byte, Array(repeating: .byte(0), count: 10))], limits) == nil)
        let refused = try refusal([.array(of: .byte, Array(repeating: .byte(0), count: 11))], limits)
        #expect(refused == "org.freedesktop.DBus.Error.LimitsExceeded")
    }

    @Test("too many descriptors are refused, also if all are one file")
    func descriptors() throws {
        let descriptor = BusValue.descriptor(SharedDescriptor(FileDescriptor(owning: dup(0))))
        var limits = BusValueLimits()
        limits.descriptors = 2
        #expect(try refusal([.array(of: .descriptor, Array(repeating: descriptor, count: 2))], limits) == nil)
        let refused = try refusal([.array(of: .descriptor, Array(repeating: descriptor, count: 3))], limits)
        #expect(refused == "org.freedesktop.DBus.Error.LimitsExceeded")
    }

    @Test("texts that are too long together are refused")
    func texts() throws {
        var limits = BusValueLimits()
        limits.textBytes = 10
        #expect(try refusal([.strings(["12345", "67890"])], limits) == nil)
        #expect(try refusal([.strings(["12345", "678901"])], limits) == "org.freedesktop.DBus.Error.LimitsExceeded")
    }
}
