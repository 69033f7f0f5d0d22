import NIOCore
import NIOPosix
import Synchronization
import SystemSupport
import TestSupport

@testable import Rooms

/// The control of rooms on an event loop of its own, and every change that it has told.
final class RoomStage: Sendable {
    let log = RecordedLog()
    private let loop = MultiThreadedEventLoopGroup(numberOfThreads: 1).next()
    private let control: NIOLoopBound<RoomControl>
    private let told = Mutex<[HouseChange]>([])

    /// - Parameters:
    ///   - patience: how long a request may wait for its answer. A busy machine keeps a server that answers at once waiting.
    ///   - rest: how long a server is left alone that sends too much.
    init(
        _ directory: TemporaryDirectory, port: Int?, announcementPort: UInt16? = nil, patience: TimeAmount = .minutes(2),
        budget: LineBudget = LineBudget(), changes: ChangeBudget = ChangeBudget(), rest: TimeAmount = .seconds(1)
    ) throws {
        let (loop, logger) = (loop, log.logger)
        let path = directory.path
        control = try loop.submit {
            NIOLoopBound(
                RoomControl(
                    stateDirectory: path, announcementPort: announcementPort, eventLoop: loop, logger: logger, patience: patience,
                    budget: budget, changes: changes, rest: rest),
                eventLoop: loop)
        }.wait()
        try on { [self] control in
            control.publish = { [self] change in told.withLock { $0.append(change) } }
            if let port { control.configure(HostPort("127.0.0.1:\(port)")) }
        }
    }

    /// The changes so far.
    var changes: [HouseChange] { told.withLock { $0 } }

    func forgetChanges() { told.withLock { $0 = [] } }

    /// Calls `body` on the event loop.
    func on<Value: Sendable>(_ body: @escaping @Sendable (RoomControl) throws -> Value) throws -> Value {
        try loop.submit { [control] in try body(control.value) }.wait()
    }

    /// Gives a command, and waits for its answer.
    func ask<Value: Sendable>(
        _ command: @escaping @Sendable (RoomControl, @escaping (Result<Value, RoomError>) -> Void) -> Void
    ) async throws -> Result<Value, RoomError> {
        let answer = loop.makePromise(of: Result<Value, RoomError>.self)
        try on { control in command(control) { answer.succeed($0) } }
        return try await answer.futureResult.get()
    }

    var house: House? { try? on { try? $0.house() } }

    /// Why there are no rooms.
    var problem: RoomError? {
        try? on { control in
            do throws(RoomError) {
                _ = try control.house()
                return nil
            } catch {
                return error
            }
        }
    }

    /// Waits until the house is known.
    func waitForHouse() async throws { try await waitUntil("the house") { self.house != nil } }

    /// Waits until so many changes are told.
    func waitForChanges(_ count: Int) async throws {
        try await waitUntil("\(count) changes, so far \(changes.count)") { self.changes.count >= count }
    }

    func end() throws { try on { $0.shutDown() } }
}
