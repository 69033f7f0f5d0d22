import TestSupport
import Testing

@testable import MessageBus

@Suite("An object on a bus, used by other programs", .serialized)
struct BusObjectTests {
    /// Returns the complaint with which a program failed.
    private func complaint(_ body: () async throws -> String) async throws -> String {
        do {
            return "no complaint: \(try await body())"
        } catch let error as TestSupportError where error.code == .programFailed {
            return error.message
        }
    }

    private let name = Exporter.name
    private let path = Exporter.path.description
    private let interface = Exporter.interface

    @Test("a method is called with values of many types, and its values come back")
    func call() async throws {
        let exporter = try await Exporter.running()
        let answer = try await exporter.busctl(
            "call", name, path, interface, "Echo", "sxa{sv}", "Grüße", "-5", "2", "a", "as", "2", "x", "y", "b", "d", "1.5")
        #expect(answer == #"a{sv}x 2 "a" as 2 "x" "y" "b" d 1.5 -5"#)
        let options = BusValue.properties([("a", .strings(["x", "y"])), ("b", .double(1.5))])
        #expect(exporter.calls == [[.string("Grüße"), .int64(-5), options]])
        #expect(
            try await exporter.gdbus("call", "--method", "\(interface).Echo", "t", "7", "{'k': <(true, byte 3)>}")
                == "({'k': <(true, byte 0x03)>}, int64 7)")
    }

    @Test("an error has the name and the sentence that the object gives it")
    func failure() async throws {
        let exporter = try await Exporter.running()
        let complaint = try await complaint { try await exporter.gdbus("call", "--method", "\(interface).Fail") }
        #expect(complaint.contains("org.example.Error.Broken: the bulb is broken"), "\(complaint)")
    }

    @Test("wrong types, unknown methods and unknown interfaces are errors, and the object lives on")
    func wrongCalls() async throws {
        let exporter = try await Exporter.running()
        let types = try await complaint { try await exporter.busctl("call", name, path, interface, "Echo", "s", "a") }
        #expect(types.contains("Echo takes the types \"sxa{sv}\""), "\(types)")
        for (interface, method) in [(interface, "Nothing"), ("org.example.Nothing", "Echo")] {
            let unknown = try await complaint { try await exporter.busctl("call", name, path, interface, method) }
            #expect(unknown.contains("Unknown method"), "\(unknown)")
        }
        let nowhere = try await complaint { try await exporter.busctl("call", name, "/org/example/Chair", interface, "Fail") }
        #expect(nowhere.contains("Unknown object"), "\(nowhere)")
        #expect(exporter.calls.isEmpty)
        #expect(try await exporter.busctl("get-property", name, path, interface, "Brightness") == "d 0.5")
    }

    @Test("values beyond the limits are refused by name")
    func tooMuch() async throws {
        let exporter = try await Exporter.running()
        var value = "byte 1"
        for _ in 0..<20 { value = "<\(value)>" }
        let complaint = try await complaint {
            try await exporter.gdbus("call", "--method", "\(interface).Echo", "t", "7", "{'k': \(value)}")
        }
        #expect(complaint.contains("org.freedesktop.DBus.Error.LimitsExceeded"), "\(complaint)")
        #expect(exporter.calls.isEmpty)
    }

    @Test("a caller may leave out the interface")
    func withoutInterface() async throws {
        let exporter = try await Exporter.running()
        let peer = try await Peer(on: exporter.bus)
        peer.callWithoutInterface("Wait", of: name, at: path)
        try await waitUntil("the call") { exporter.calls == [[]] }
    }

    @Test("an answer may come later, and a call that is forgotten gets an error")
    func laterAnswers() async throws {
        let exporter = try await Exporter.running()
        async let answered = exporter.busctl("call", name, path, interface, "Wait")
        try await waitUntil("the first call") { exporter.calls.count == 1 }
        #expect(try await exporter.busctl("get-property", name, path, interface, "Brightness") == "d 0.5")
        exporter.post { $0.answer() }
        #expect(try await answered == "")
        async let forgotten = complaint { try await exporter.busctl("call", name, path, interface, "Wait") }
        try await waitUntil("the second call") { exporter.calls.count == 2 }
        exporter.post { $0.forget() }
        #expect(try await forgotten.contains("the call got no answer"))
    }

    @Test("properties are read one by one and together, and set")
    func properties() async throws {
        let exporter = try await Exporter.running()
        #expect(
            try await exporter.busctl("get-property", name, path, interface, "Colours", "Hours")
                == "as 2 \"red\" \"green\"\nt 18446744073709551615")
        _ = try await exporter.busctl("set-property", name, path, interface, "Brightness", "d", "0.25")
        let all = try await exporter.gdbus("call", "--method", "org.freedesktop.DBus.Properties.GetAll", interface)
        #expect(all == "({'Brightness': <0.25>, 'Hours': <uint64 18446744073709551615>, 'Colours': <['red', 'green']>},)")
    }

    @Test("a property refuses what it cannot be, and says why")
    func refusedProperties() async throws {
        let exporter = try await Exporter.running()
        let attempts = [
            (["Brightness", "d", "2"], "a brightness is between 0 and 1"), (["Brightness", "s", "a"], "takes the type d"),
            (["Hours", "t", "1"], "cannot be set"), (["Nothing", "t", "1"], "there is no property Nothing"),
        ]
        for (arguments, reason) in attempts {
            let complaint = try await complaint {
                try await exporter.busctl("set-property", name, path, interface, arguments[0], arguments[1], arguments[2])
            }
            #expect(complaint.contains(reason), "\(complaint)")
        }
        let complaint = try await complaint { try await exporter.busctl("get-property", name, path, "org.example.No", "Hours") }
        #expect(complaint.contains("there is no interface org.example.No"), "\(complaint)")
        #expect(try await exporter.busctl("get-property", name, path, interface, "Brightness") == "d 0.5")
    }

    @Test("changes of properties and other signals reach who listens")
    func signals() async throws {
        let exporter = try await Exporter.running()
        let listener = try await Peer(on: exporter.bus, listeningTo: path)
        exporter.post { $0.shine(0.75) }
        exporter.post { $0.burnOut() }
        try await waitUntil("the signals") { listener.signals.count >= 2 }
        #expect(
            listener.signals == [
                .init(
                    "org.freedesktop.DBus.Properties", "PropertiesChanged",
                    [.string(interface), .properties([("Brightness", .double(0.75))]), .strings(["Hours"])]),
                .init(interface, "BurnedOut", [.uint32(3), .strings(["a", "b"])]),
            ])
        #expect(exporter.names == [.owned])
    }

    @Test("the object describes itself, and is found from the root")
    func introspection() async throws {
        let exporter = try await Exporter.running()
        let description = try await exporter.gdbus("introspect")
        for part in [
            "interface org.example.Lamp {", "Echo(in  s text,", "readwrite d Brightness = 0.5;", "readonly t Hours",
            "BurnedOut(u room,", "interface org.freedesktop.DBus.Properties {", "interface org.freedesktop.DBus.Peer {",
        ] {
            #expect(description.contains(part), "\(part) in \(description)")
        }
        #expect(try await exporter.busctl("tree", name).contains(path))
    }

    @Test("a name that another program has is reported as taken, and is free after its release")
    func takenName() async throws {
        let exporter = try await Exporter.running()
        let second = Exporter(on: exporter.bus)
        try await second.waitForName()
        #expect(second.names == [.taken])
        exporter.post { $0.releaseName() }
        try await waitUntil("the release") { () async throws(TestSupportError) -> Bool in
            let third = Exporter(on: exporter.bus)
            do { try await third.waitForName() } catch { return false }
            return third.names == [.owned]
        }
        #expect(exporter.names == [.owned])
    }

    @Test("an object that is released is gone")
    func removal() async throws {
        let exporter = try await Exporter.running()
        #expect(try await exporter.busctl("get-property", name, path, interface, "Brightness") == "d 0.5")
        exporter.post { $0.remove() }
        let complaint = try await complaint { try await exporter.busctl("get-property", name, path, interface, "Brightness") }
        #expect(complaint.contains("Unknown object"), "\(complaint)")
    }

    @Test("after the bus has died, object and name are there again")
    func rebirth() async throws {
        let exporter = try await Exporter.running()
        try await exporter.bus.kill()
        try await exporter.bus.start()
        try await waitUntil("the name") { exporter.names.count == 2 }
        #expect(exporter.names == [.owned, .owned])
        #expect(try await exporter.busctl("get-property", name, path, interface, "Brightness") == "d 0.5")
    }
}
