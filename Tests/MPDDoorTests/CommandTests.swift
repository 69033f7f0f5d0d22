import MPDProtocol
import Testing

@testable import MPDDoor

@Suite("commands and what clients may do")
struct CommandTests {
    private func refusal(_ line: String, _ permissions: Permissions = .all) -> MPDFailure? {
        do throws(MPDFailure) {
            guard let text = try? CommandText(parsing: Array(line.utf8)) else { return nil }
            try MPDCommand.named(text.name).rule.check(text, permissions: permissions)
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
            let (names, forbidden) = (MPDCommand.names(for: permissions), MPDCommand.forbiddenNames(for: permissions))
            #expect(Set(names).isDisjoint(with: forbidden))
            let refused = MPDCommand.all.filter { !$0.isCarriedOut }
            #expect(names.count + forbidden.count + refused.count == MPDCommand.all.count)
            #expect(names == names.sorted())
        }
    }

    @Test("a command that is never carried out is not listed")
    func honesty() {
        #expect(!MPDCommand.names(for: .all).contains("newpartition"))
        #expect(MPDCommand.names(for: .all).contains("prio"))
        #expect(MPDCommand.names(for: .all).contains("getfingerprint"))
        #expect(MPDCommand.names(for: .all).contains("lsinfo"))
        #expect(MPDCommand.names(for: .all).contains("plchangesposid"))
        #expect(MPDCommand.names(for: .all).contains("replay_gain_status"))
    }
}
