import MPDProtocol
import Testing

@Suite("what passwords permit")
struct PermissionTests {
    @Test("without a password everything is permitted, and with one nothing but by it")
    func passwords() throws {
        #expect(AccessRules().withoutPassword == .all)
        #expect(try #require(AccessRules(passwords: [], defaults: [])).withoutPassword == .all)
        let rules = try #require(AccessRules(passwords: ["a@b@read,add", "c@control, admin"], defaults: []))
        #expect(rules.withoutPassword == [])
        #expect(rules.permissions(for: Array("a@b".utf8)) == [.read, .add])
        #expect(rules.permissions(for: Array("c".utf8)) == [.control, .player, .admin])
        #expect(rules.permissions(for: Array("a".utf8)) == nil)
        #expect(rules.permissions(for: []) == nil)
        let open = try #require(AccessRules(passwords: ["c@admin"], defaults: ["read", "player"]))
        #expect(open.withoutPassword == [.read, .player])
    }

    @Test("two passwords between which people see no difference are two")
    func bytes() throws {
        let (one, two) = ("\u{E9}", "e\u{301}")
        let rules = try #require(AccessRules(passwords: ["\(one)@read", "\(two)@player"], defaults: []))
        #expect(rules.permissions(for: Array(one.utf8)) == .read)
        #expect(rules.permissions(for: Array(two.utf8)) == .player)
    }

    @Test("wrong passwords in the configuration are found", arguments: ["secret", "@read", "a@", "a@foo", "a@read,foo"])
    func wrongPasswords(text: String) { #expect(AccessRules(passwords: [text], defaults: []) == nil) }

    @Test("a refusal is one line, whatever its sentence has")
    func oneLine() {
        let failure = MPDFailure(.system, "a\nOK\r\nb\0")
        #expect(failure.line(index: 3, command: "play") == "ACK [52@3] {play} a OK  b ")
    }
}
