/// An event written once for all its subscribers: only `sequence` differs from one connection to the next.
package struct Notification: Sendable {
    /// The type.
    package let type: EventType
    private let head: [UInt8]
    private let tail: [UInt8]

    /// Writes an event that happened at `time`: CLOCK_MONOTONIC, in seconds.
    package init(_ event: Event, time: Double) {
        type = event.type
        head = Array("{\"jsonrpc\":\"2.0\",\"method\":\"\(event.type.rawValue)\",\"params\":{\"sequence\":".utf8)
        var rest: JSONObject = ["time": .number(time)]
        rest.append(contentsOf: event.details)
        // Both objects' closing braces, and between them the members without an opening brace.
        tail = Array(JSONValue.object(rest).bytes.dropFirst()) + [UInt8(ascii: "}")]
    }

    /// About how many bytes the message has.
    package var byteCount: Int { head.count + tail.count }

    /// The message with its sequence, without the end of the line.
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
