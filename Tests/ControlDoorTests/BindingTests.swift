import ControlProtocol
import ControlServer
import JSON
import Testing

@testable import ControlDoor

@Suite("What answers the methods of the control protocol")
struct BindingTests {
    @Test("is there for every method that the server does not answer itself, once, and for nothing else")
    func complete() throws {
        _ = try MethodTable(ControlDoor.bindings)
        let own = ["events.subscribe", "events.unsubscribe", "rpc.discover"]
        #expect(ControlDoor.bindings.count + own.count == Methods.all.count)
    }

    @Test("is refused with the name of the method if one is missing, answered twice, or not the door's")
    func incomplete() throws {
        let bindings = ControlDoor.bindings
        let last = try #require(bindings.last)
        #expect(throws: BindingFailure.missing(last.method.name)) { try MethodTable(bindings.dropLast()) }
        #expect(throws: BindingFailure.double(last.method.name)) { try MethodTable(bindings + [last]) }
        let foreign = MethodBinding<ControlDoor>(Methods.RPC.discover) { _, _, request in request.succeed([:]) }
        #expect(throws: BindingFailure.unknown("rpc.discover")) { try MethodTable(bindings + [foreign]) }
        #expect("\(BindingFailure.missing("queue.move"))".contains("queue.move"))
    }
}
