import CSystemd
import Glibc
import Testing

@testable import MessageBus

/// A message that is written and read without a bus.
enum Loopback {
    /// The values cannot be written.
    struct Unwritable: Error {}

    /// Returns a message with these values, ready to be read.
    static func message(_ values: [BusValue]) throws -> BusMessage {
        var ends: [CInt] = [-1, -1]
        var bus: OpaquePointer?
        try #require(socketpair(AF_UNIX, CInt(SOCK_STREAM.rawValue) | CInt(SOCK_CLOEXEC.rawValue), 0, &ends) == 0)
        defer { close(ends[1]) }
        sd_bus_new(&bus)
        // The bus closes its end.
        sd_bus_set_fd(bus, ends[0], ends[0])
        sd_bus_negotiate_fds(bus, 1)
        sd_bus_start(bus)
        defer { sd_bus_close_unref(bus) }
        var made: OpaquePointer?
        sd_bus_message_new(bus, &made, UInt8(SD_BUS_MESSAGE_METHOD_RETURN))
        let message = BusMessage(owning: try #require(made))
        guard message.append(values) >= 0, sd_bus_message_seal(message.pointer, 1, 0) >= 0,
            sd_bus_message_rewind(message.pointer, 1) >= 0
        else { throw Unwritable() }
        return message
    }
}
