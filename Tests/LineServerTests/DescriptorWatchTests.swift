import Glibc
import NIOCore
import NIOPosix
import SystemSupport
import TestSupport
import Testing

@testable import LineServer

@Suite("Watching a descriptor")
struct DescriptorWatchTests {
    /// Watches a descriptor, and waits until the watch has called.
    private func isCalled(_ descriptor: CInt, then act: () -> Void) async throws -> Bool {
        let eventLoop = MultiThreadedEventLoopGroup.singleton.next()
        let called = eventLoop.makePromise(of: Bool.self)
        let watch = try await eventLoop.submit {
            var isDone = false
            return NIOLoopBound(
                DescriptorWatch(SystemSupport.FileDescriptor(owning: descriptor), on: eventLoop) {
                    if !isDone { called.succeed(true) }
                    isDone = true
                }, eventLoop: eventLoop)
        }.get()
        act()
        let result = try await called.futureResult.get()
        try await eventLoop.submit { watch.value.cancel() }.get()
        return result
    }

    @Test("calls at the time of a timer, be it past, and when the descriptor fails, as that of a timer does whose clock is set")
    func calls() async throws {
        let now = Int64(time(nil))
        for seconds in [now - 10, now + 1] {
            guard let timer = CalendarTimer.descriptor(at: seconds) else {
                Issue.record("no timer can be made")
                return
            }
            #expect(try await isCalled(timer.release()) {})
            #expect(CalendarClock.seconds >= Double(seconds))
        }
        // Nobody listens at the other end, which the kernel tells with the next read.
        let udp = socket(AF_INET, Int32(SOCK_DGRAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        let port = try freePort()
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        let isConnected = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { bare in
                connect(udp, bare, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
            }
        }
        #expect(isConnected)
        let sender = dup(udp)
        #expect(try await isCalled(udp) { _ = send(sender, "x", 1, 0) })
        close(sender)
    }
}
