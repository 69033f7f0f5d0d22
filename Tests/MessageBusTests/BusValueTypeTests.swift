import Testing

@testable import MessageBus

@Suite("The types of D-Bus")
struct BusValueTypeTests {
    @Test(
        "a signature is read and written unchanged",
        arguments: [
            "y", "b", "n", "q", "i", "u", "x", "t", "d", "s", "o", "g", "h", "v", "as", "aay", "a{sv}", "(sx(bd))", "a(oa{us})",
        ])
    func roundTrip(signature: String) throws {
        #expect(try #require(BusValueType(signature: signature)).signature == signature)
    }

    @Test(
        "what is no signature of one type is refused",
        arguments: ["", "ss", "a", "z", "()", "(s", "s)", "{sv}", "a{vs}", "a{s}", "a{sss}", "a{(s)s}", "a{asv}", "r", "e"])
    func nonsense(signature: String) { #expect(BusValueType(signature: signature) == nil) }

    @Test("a list of types is read in its order")
    func list() {
        #expect(BusValueType.list(signature: "sa{sv}as")?.signature == "sa{sv}as")
        #expect(BusValueType.list(signature: "")?.count == 0)
        #expect(BusValueType.list(signature: "sz") == nil)
    }

    @Test("a signature nests and lasts no longer than the specification allows")
    func limits() {
        #expect(BusValueType(signature: String(repeating: "a", count: 32) + "y") != nil)
        #expect(BusValueType(signature: String(repeating: "a", count: 33) + "y") == nil)
        #expect(BusValueType(signature: String(repeating: "(", count: 33) + "y" + String(repeating: ")", count: 33)) == nil)
        #expect(BusValueType.list(signature: String(repeating: "y", count: 255))?.count == 255)
        #expect(BusValueType.list(signature: String(repeating: "y", count: 256)) == nil)
    }

    @Test("the path of an object is checked", arguments: ["/", "/a", "/org/mpris/MediaPlayer2", "/_/0"])
    func path(text: String) { #expect(ObjectPath(checking: text)?.description == text) }

    @Test("what is no path of an object is refused", arguments: ["", "a", "//", "/a/", "/a//b", "/a-b", "/ä", "/a b"])
    func noPath(text: String) { #expect(ObjectPath(checking: text) == nil) }
}
