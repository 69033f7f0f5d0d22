import FoundationEssentials
import SystemSupport
import Testing

@testable import Configuration

@Suite("finding and opening the file")
struct ConfigurationFileTests {
    @Test("the user's file comes before the system's, and the default place is ~/.config")
    func order() {
        #expect(
            ConfigurationFile.candidates(environment: ["XDG_CONFIG_HOME": "/x", "HOME": "/home/a"])
                == ["/x/fermata/config.toml", "/etc/fermata/config.toml"])
        #expect(ConfigurationFile.candidates(environment: ["HOME": "/home/a"]).first == "/home/a/.config/fermata/config.toml")
        #expect(ConfigurationFile.candidates(environment: ["XDG_CONFIG_HOME": "x"]) == ["/etc/fermata/config.toml"])
    }

    @Test("a daemon with a name has a file of its own, and never that of the one without")
    func instance() {
        #expect(
            ConfigurationFile.candidates(instance: InstanceName("kitchen"), environment: ["HOME": "/home/a"])
                == ["/home/a/.config/fermata/kitchen.toml", "/etc/fermata/kitchen.toml"])
    }

    @Test("the units of a daemon with a name are those of the one without, but for its name")
    func units() throws {
        let root = String(#filePath.dropLast("Tests/ConfigurationTests/ConfigurationFileTests.swift".count))
        func lines(_ name: String) throws -> [String] {
            let text = try String(decoding: Data(contentsOf: URL(filePath: root + "systemd/" + name)), as: UTF8.self)
            return text.split(separator: "\n").map(String.init).filter { !$0.hasPrefix("#") }
        }
        for kind in ["service", "socket"] {
            let plain = try lines("fermata." + kind)
            let named = try lines("fermata@." + kind)
            #expect(
                named.map {
                    $0.replacing(", %i", with: "").replacing(" --instance %i", with: "").replacing("@%i", with: "")
                } == plain)
            #expect(named.contains { $0.contains("%i") })
        }
    }

    @Test("the first file that exists is used, else none")
    func firstExisting() {
        let environment = ["HOME": "/home/a"]
        let system = ConfigurationFile(explicit: nil, environment: environment) { $0.hasPrefix("/etc") }
        #expect(system.path == "/etc/fermata/config.toml")
        #expect(ConfigurationFile(explicit: nil, environment: environment) { _ in false }.path == nil)
        #expect(ConfigurationFile(explicit: "/c", environment: environment) { _ in false }.path == "/c")
    }

    @Test("without a file the defaults hold")
    func none() throws {
        #expect(try ConfigurationFile(explicit: nil, environment: [:]) { _ in false }.load() == Configuration())
    }

    @Test("a file that is named must be there, and be a regular one", arguments: ["/nonexistent/c.toml", "/dev/null", "/"])
    func unreadable(path: String) {
        let error = #expect(throws: ConfigurationError.self) {
            try ConfigurationFile(explicit: path, environment: [:]).load()
        }
        #expect(error?.code == .unreadable)
        #expect(error?.description.hasPrefix("\(path): cannot read the configuration: ") == true)
    }

    @Test("bytes that are not UTF-8 are named with their place")
    func notUTF8() throws {
        let path = FileManager.default.temporaryDirectory.appending(path: "fermata-\(UUID()).toml").path
        try Data([0x23, 0x20, 0xC3, 0xA4, 0x0A, 0x23, 0xFF, 0x0A]).write(to: URL(filePath: path))
        defer { try? FileManager.default.removeItem(atPath: path) }
        let error = #expect(throws: ConfigurationError.self) {
            try ConfigurationFile(explicit: path, environment: [:]).load()
        }
        #expect(error?.description == "\(path):2:2: the file is not valid UTF-8")
    }
}
