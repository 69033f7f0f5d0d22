import Testing

@testable import MessageBus

@Suite("where buses are looked for")
struct BusAddressTests {
    @Test("the session bus has its variable, or its place in the runtime directory, or none")
    func session() {
        var environment = ["DBUS_SESSION_BUS_ADDRESS": "unix:abstract=a", "XDG_RUNTIME_DIR": "/r"]
        #expect(BusAddress.session(environment: environment) == "unix:abstract=a")
        environment["DBUS_SESSION_BUS_ADDRESS"] = ""
        #expect(BusAddress.session(environment: environment) == "unix:path=/r/bus")
        #expect(BusAddress.session(environment: ["XDG_RUNTIME_DIR": "/a b;,ü\t"]) == "unix:path=/a%20b%3b%2c%c3%bc%09/bus")
        #expect(BusAddress.session(environment: [:]) == nil)
    }

    @Test("the system bus has its variable, or the usual place")
    func system() {
        #expect(BusAddress.system(environment: ["DBUS_SYSTEM_BUS_ADDRESS": "unix:path=/s"]) == "unix:path=/s")
        #expect(BusAddress.system(environment: [:]) == "unix:path=/run/dbus/system_bus_socket")
    }
}
