import JSON

/// An event as JSON text, written once for all subscribers: only `sequence` differs between connections.
package struct Notification: Sendable {
    /// The type of the event.
    package let type: EventType
    private let head: [UInt8]
    private let tail: [UInt8]

    /// Writes `event`, which happened at `time`, in seconds of CLOCK_MONOTONIC.
    package init(_ event: Event, time: Double) {
        type = event.type
        head = Array("{\"jsonrpc\":\"2.0\",\"method\":\"\(type.name)\",\"params\":{\"sequence\":".utf8)
        var rest: JSONObject = ["time": .number(time)]
        rest.append(contentsOf: event.details)
        // The members without their opening brace, then the closing braces of both objects.
        tail = Array(JSONValue.object(rest).bytes.dropFirst()) + [UInt8(ascii: "}")]
    }

    /// The approximate length of the message, in bytes.
    package var byteCount: Int { head.count + tail.count }

    /// Returns the message with `sequence`, without the end of the line.
    package func bytes(sequence: Int64) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(head.count + 20 + tail.count)
        bytes += head
        bytes += String(sequence).utf8
        bytes.append(UInt8(ascii: ","))
        bytes += tail
        return bytes
    }
}
