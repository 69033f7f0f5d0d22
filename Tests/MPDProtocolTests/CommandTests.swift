import MPDProtocol
import Testing

@Suite("commands and what clients may do")
struct CommandTests {
    private func refusal(_ line: String, _ permissions: Permissions = .all) -> MPDFailure? {
        do throws(MPDFailure) {
            guard let text = try? CommandText(parsing: Array(line.utf8)) else { return nil }
            _ = try Command(text, permissions: permissions)
            return nil
        } catch {
            return error
        }
    }

    @Test("an unknown command is told by its name")
    func unknown() { #expect(refusal("foo a") == MPDFailure(.unknown, "unknown command \"foo\"")) }

    @Test("the number of arguments is checked")
    func counts() {
        #expect(refusal("status x") == MPDFailure(.argument, "wrong number of arguments for \"status\""))
        #expect(refusal("add") == MPDFailure(.argument, "too few arguments for \"add\""))
        #expect(refusal("play 1 2") == MPDFailure(.argument, "too many arguments for \"play\""))
        #expect(refusal("repeat 1") == nil)
        #expect(refusal("idle") == nil)
    }

    @Test("permission is checked before the arguments")
    func permission() {
        let failure = MPDFailure(.permission, "you don't have permission for \"play\"")
        #expect(refusal("play 1 2 3", [.read]) == failure)
        #expect(refusal("play", [.player]) == nil)
        #expect(refusal("password x", []) == nil)
    }

    @Test("each command is either listed or forbidden or refused, for any permissions")
    func lists() {
        for raw in 0...Permissions.all.rawValue {
            let permissions = Permissions(rawValue: raw)
            let (names, forbidden) = (Command.names(for: permissions), Command.forbiddenNames(for: permissions))
            #expect(Set(names).isDisjoint(with: forbidden))
            let refused = Command.allCases.filter { $0.standingRefusal != nil }
            #expect(names.count + forbidden.count + refused.count == Command.allCases.count)
            #expect(names == names.sorted())
        }
    }

    @Test("a command that is never carried out is not listed")
    func honesty() {
        #expect(!Command.names(for: .all).contains("newpartition"))
        #expect(Command.names(for: .all).contains("prio"))
        #expect(Command.names(for: .all).contains("getfingerprint"))
        #expect(Command.names(for: .all).contains("lsinfo"))
        #expect(Command.names(for: .all).contains("plchangesposid"))
        #expect(Command.names(for: .all).contains("replay_gain_status"))
    }

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

    @Test("wrong passwords in the configuration are found", arguments: ["secret", "@read", "a@", "a@foo", "a@read,foo"])
    func wrongPasswords(text: String) { #expect(AccessRules(passwords: [text], defaults: []) == nil) }

    @Test("a refusal is one line, whatever its sentence has")
    func oneLine() {
        let failure = MPDFailure(.system, "a\nOK\r\nb\0")
        #expect(failure.line(index: 3, command: "play") == "ACK [52@3] {play} a OK  b ")
    }
}
