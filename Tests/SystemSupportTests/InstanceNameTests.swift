import SystemSupport
import Testing

@Suite("The name of an instance")
struct InstanceNameTests {
    @Test("has letters, digits, - and _, and is in the names of what belongs to it")
    func names() throws {
        let name = try #require(InstanceName("kitchen-2_b"))
        #expect(name.directory == "fermata@kitchen-2_b" && name.configurationFile == "kitchen-2_b.toml")
        let long = String(repeating: "a", count: 32)
        #expect(InstanceName(long)?.text == long)
    }

    @Test(
        "is none that would lead elsewhere, or to the configuration of the daemon without a name",
        arguments: ["", "a/b", "..", "a.b", "a b", "ä", "a@b", "%i", "config", String(repeating: "a", count: 33)])
    func refused(text: String) { #expect(InstanceName(text) == nil) }
}
