import JSON
import Testing

@testable import ControlProtocol
@testable import ControlServer

@Suite("The events of one client")
struct SubscriptionTests {
    private func queueChanged(_ revision: Int) -> Notification {
        Notification(.queueChanged(revision: Int64(revision), length: 0), time: 0)
    }

    private func interrupted(_ number: Int) -> Notification {
        let interruption = Wire.Interruption(interruption: Int64(number), reason: "test", source: "test", ducked: false)
        return Notification(.sessionInterruptionBegan(interruption), time: 0)
    }

    /// Releases what is held into output that has `unsent` bytes and gains `growth` with each line.
    private func release(
        _ subscription: inout Subscription, limit: Int, unsent: Int = 0, growth: Int = 0
    ) throws -> (sequences: [Int64], dropped: Int) {
        var (bytes, lines): (Int, [[UInt8]]) = (unsent, [])
        let dropped = subscription.releaseHeld(limit: limit) {
            bytes
        } send: {
            bytes += growth
            lines.append($0)
        }
        return (try lines.map { try #require(try JSONValue(parsing: $0)["params"]?["sequence"]?.integerValue) }, dropped)
    }

    @Test("a client gets the types that it subscribed to, until it ends the subscription")
    func filter() throws {
        var subscription = Subscription()
        #expect(!subscription.admits(.queueChanged))
        subscription.begin(try EventFilter(names: ["queue."]))
        #expect(subscription.admits(.queueChanged))
        #expect(!subscription.admits(.playerItemChanged))
        subscription.end()
        #expect(!subscription.admits(.queueChanged))
    }

    @Test("events have consecutive numbers, which go on with the next subscription")
    func numbers() throws {
        var subscription = Subscription()
        subscription.begin(.all)
        #expect(subscription.line(for: queueChanged(1), hasRoom: true) == queueChanged(1).bytes(sequence: 1))
        subscription.end()
        subscription.begin(.all)
        #expect(subscription.line(for: queueChanged(2), hasRoom: true) == queueChanged(2).bytes(sequence: 2))
    }

    @Test("an event waits behind those that are held, even if there is room again")
    func order() throws {
        var subscription = Subscription()
        subscription.begin(.all)
        #expect(subscription.line(for: interrupted(1), hasRoom: false) == nil)
        #expect(subscription.line(for: interrupted(2), hasRoom: true) == nil)
        let released = try release(&subscription, limit: 1_000)
        #expect(released.sequences == [1, 2])
        #expect(released.dropped == 0)
        #expect(subscription.line(for: interrupted(3), hasRoom: true) != nil)
    }

    @Test("of a state only the newest event is held, and the number left out is told once")
    func overflow() throws {
        var subscription = Subscription()
        subscription.begin(.all)
        for revision in 1...5 { _ = subscription.line(for: queueChanged(revision), hasRoom: false) }
        let released = try release(&subscription, limit: 1_000)
        #expect(released.sequences == [5])
        #expect(released.dropped == 4)
        let line = try JSONValue(parsing: subscription.overflowLine(dropped: 4, at: 1.5))
        #expect(line["params"]?["sequence"] == 6)
        #expect(line["params"]?["dropped"] == 4)
        #expect(try release(&subscription, limit: 1_000).dropped == 0)
    }

    @Test("held events begin to go when half of the room is free, and stop when it is full")
    func hysteresis() throws {
        var subscription = Subscription()
        subscription.begin(.all)
        for number in 1...10 { _ = subscription.line(for: interrupted(number), hasRoom: false) }
        #expect(try release(&subscription, limit: 100, unsent: 51).sequences == [])
        #expect(try release(&subscription, limit: 100, unsent: 50, growth: 25).sequences == [1, 2, 3])
        #expect(try release(&subscription, limit: 100).sequences == (4...10).map { Int64($0) })
    }

    @Test("a new subscription begins without the events that were held for the old one")
    func restart() throws {
        var subscription = Subscription()
        subscription.begin(.all)
        _ = subscription.line(for: queueChanged(1), hasRoom: false)
        subscription.begin(.all)
        #expect(try release(&subscription, limit: 1_000).sequences == [])
    }
}
