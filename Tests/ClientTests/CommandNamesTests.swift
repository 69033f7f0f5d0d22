import ArgumentParser
import JSON
import Testing

@testable import fermata

@Suite("Mistakes in names, and sentences for people")
struct CommandNamesTests {
    @Test(
        "answers a wrong command with the nearest one",
        arguments: [
            (["plya", "/a"], "Did you mean 'play'?"), (["voulme"], "'volume'"),
            (["queue", "lst"], "of 'fermata queue'. Did you mean 'list'?"),
            (["library", "serch", "x"], "'search'"), (["help", "puase"], "'pause'"), (["help", "queue", "ad"], "'add'"),
            (["outputs"], "Did you mean 'fermata route outputs'?"), (["playlist", "Evening"], "'fermata playlist show Evening'"),
            (["xyzzy"], "'xyzzy' is no command.\n"),
            (["help", "pause", "x"], "no commands"),
        ])
    func nearest(words: [String], answer: String) throws {
        let mistake = try #require(CommandNames.mistake(in: words))
        #expect(mistake.contains(answer), "\(mistake)")
    }

    @Test(
        "answers words of mpc and mpv with what does the same here, which exists",
        arguments: [
            (["stats"], "'stats' is no command. Here it is 'fermata library'."), (["vol", "40"], "'fermata volume'"),
            (["list", "artist"], "'fermata library artists'"), (["sleep", "30m"], "'fermata stop-after 30m'"),
            (["play", "--start=10", "a.ogg"], "'--start' is no option of 'fermata play'. Here it is 'fermata play --position"),
            (["play", "a.ogg", "--loop"], "'fermata repeat one'"), (["remove", "1"], "'fermata del 3'"),
            (["lsinfo"], "'fermata ls'"), (["prio", "5", "1"], "'fermata queue priority'"), (["forward"], "'fermata seek +10'"),
        ])
    func wordsOfOthers(words: [String], answer: String) throws {
        let mistake = try #require(CommandNames.mistake(in: words))
        #expect(mistake.contains(answer), "\(mistake)")
        for suggestion in mistake.matches(of: /'fermata ([a-z -]+)[^']*'/) {
            let command = suggestion.1.split(separator: " ").prefix { !$0.hasPrefix("-") }.map(String.init)
            #expect(CommandNames.mistake(in: command) == nil, "\(command)")
        }
    }

    @Test("a file that is called like an option of mpv can be played")
    func fileLikeAnOption() { #expect(CommandNames.mistake(in: ["play", "--", "--start=10"]) == nil) }

    @Test("what is said of a word of mpc does as it stands: with the name that it needs, and prints something")
    func wordsOfOthers() {
        for word in ["enable", "disable", "toggleoutput"] {
            #expect(WordsOfOthers.answer(word, behind: "") == "Here it is 'fermata route select NAME'.")
        }
        #expect(WordsOfOthers.answer("stats", behind: "queue") == nil)
    }

    @Test("no line that explains a command is too long for a terminal of 80 columns")
    func lines() {
        var commands: [any ParsableCommand.Type] = [Fermata.self]
        while let command = commands.popLast() {
            commands += command.configuration.subcommands
            let lines = command.configuration.discussion.split(separator: "\n")
            // A single one is broken where words end, and nothing follows that would look odd behind it.
            for line in lines where lines.count > 1 {
                #expect(line.count < 80, "\(command._commandName): \(line)")
            }
        }
    }

    @Test(
        "finds no mistake in commands, their aliases and what follows them",
        arguments: [
            ["play", "plya"], ["queue"], ["queue", "--json"], ["help"], ["help", "queue", "add"], ["prev"], ["move", "1", "2"],
            ["--help"],
            ["call", "status"], ["help", "prev"], ["queue", "add", "lst"],
        ])
    func right(words: [String]) { #expect(CommandNames.mistake(in: words) == nil) }

    @Test("a wrong name behind help is an error, and a command without a name shows the status")
    func program() throws {
        let daemon = try DaemonDouble()
        for words in [["help", "foo"], ["help", "queue", "lst"], ["plya"]] {
            let outcome = try ClientProcess.run(words, socket: daemon.path)
            #expect(outcome.status == 2 && outcome.output.isEmpty && outcome.error.contains("is no command"), "\(outcome)")
        }
        #expect(try ClientProcess.run("help", "queue").output.contains("Show and change the queue."))
        #expect(try ClientProcess.run(socket: daemon.path).output == ClientProcess.run("status", socket: daemon.path).output)
        #expect(try JSONValue(parsing: ClientProcess.run("--json", socket: daemon.path).output)["result"] != nil)
        try daemon.stop()
    }

    @Test("every command, alone and behind help, is known to both the parser and the names")
    func all() {
        for command in CommandNames.all(behind: []) {
            #expect(CommandNames.mistake(in: ["help", command.word]) == nil)
            for inner in CommandNames.all(behind: [command.word]) {
                #expect(CommandNames.mistake(in: ["help", command.word, inner.word]) == nil)
            }
        }
        #expect(CommandNames.all(behind: ["queue"]).map(\.word).contains("shuffle"))
    }

    @Test(
        "shows sentences without names of methods and of what only programs write",
        arguments: [
            ("queue.setRange: \"end\" has to be behind \"start\"", "\"end\" has to be behind \"start\""),
            ("no output has the uid x; there is hp", "no output is called x; there is hp"),
            ("no such file: file:///m/a.flac#t=75/75,6750/75", "no such file: file:///m/a.flac (0:01–1:30)"),
            ("no such file: file:///m/a.flac#t=90", "no such file: file:///m/a.flac (1:30–)"),
            ("no such file: /m/seek: x", "no such file: /m/seek: x"), ("seek: give one of these", "give one of these"),
        ])
    func sentences(sentence: String, shown: String) { #expect(SentenceText.forPeople(sentence) == shown) }

    @Test("names a part of a file without a title by its times")
    func parts() {
        #expect(MediaAddress.title(of: "file:///m/a%20b.flac#t=0/75,6750/75") == "a b.flac (0:00–1:30)")
        #expect(MediaAddress.title(of: "/m/#t=5") == "#t=5")
    }
}
