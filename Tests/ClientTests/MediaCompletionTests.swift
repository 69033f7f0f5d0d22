import ControlProtocol
import Testing

@testable import fermata

@Suite("Completion of media", .serialized)
struct MediaCompletionTests {
    @Test(
        "in bash, the part of a word that bash replaces becomes a name, quoted as the word has begun",
        arguments: [
            ("album:Th", "Th", "album:The Wall", #"The\ Wall"#), ("album:", "", "album:The Wall", #"The\ Wall"#),
            (#"album\:Th"#, #"album\:Th"#, "album:The Wall", #"album:The\ Wall"#),
            (#"'a b' album:Star\ Wars:\ A"#, #"\ A"#, "album:Star Wars: A New Hope", #"\ A\ New\ Hope"#),
            ("album:'it", "it", "album:it's", #"it'\''s"#), ("'album:it", "album:it", "album:it's", #"album:it'\''s"#),
            (#"album:"A"#, "A", #"album:A "b" $c `d` \e!"#, #"A \"b\" \$c \`d\` \\e"\!""#),
            ("album:'The 'Wa", "'The 'Wa", "album:The Wall", #"The\ Wall"#),
            (#"x;album:"a\"b"\"#, #""a\"b"\"#, #"album:a"b"c"#, #"a\"b\"c"#), ("album:Dvo", "Dvo", "album:Dvořák’s", "Dvořák’s"),
            ("album:", "", "album:$(rm *)&", #"\$\(rm\ \*\)\&"#),
        ])
    func bashWords(line: String, tail: String, name: String, text: String) throws {
        let word = try #require(BashWord(line: "fermata play " + line, tail: tail))
        #expect(word.completion(to: name) == text)
    }

    @Test("in bash, a name is left out that does not begin as typed, or that bash cannot take there")
    func noBashWords() throws {
        #expect(BashWord(line: "fermata play album:Th", tail: "TH") == nil)
        #expect(BashWord(line: "x", tail: "fermata x") == nil)
        let typed = try #require(BashWord(line: "fermata play album:Th", tail: "Th"))
        for name in ["album:the Wall", "artist:The Who", "album:T"] { #expect(typed.completion(to: name) == nil, "\(name)") }
        #expect(typed.completion(to: "album:Th") == "Th")
        let quoted = try #require(BashWord(line: "fermata play album:'", tail: ""))
        #expect(quoted.completion(to: "album:'Round Midnight") == nil)
    }

    @Test(
        "each kind has its names of the library, in the form that the shell takes",
        arguments: [
            ("fish", "year:", "year:1967\nyear:1959\n"), ("zsh", "'genre:R", "genre\\:Rock & Roll\ngenre\\:genre\n"),
            ("fish", "Composer\\:", "Composer:Rock & Roll\nComposer:composer\n"),
            ("fish", "albumartist:x", "albumartist:Rock & Roll\nalbumartist:albumArtist\n"),
            ("fish", "artist:", "artist:Rock & Roll\nartist:artist\nartist:albumArtist\n"),
            ("zsh", "playlist:", "playlist\\:Sunday\\: late\n"),
        ])
    func kinds(shell: String, typed: String, answer: String) throws {
        let daemon = try DaemonDouble()
        let outcome = try ClientProcess.run("---media", shell, typed, socket: daemon.path)
        #expect(outcome == ClientProcess.Outcome(status: 0, output: answer, error: ""))
        try daemon.stop()
    }

    @Test("a word of no kind is left to the shell, and without a daemon there are no names")
    func others() throws {
        let nowhere = "/nonexistent/fermata.sock"
        for arguments in [["zsh", "http://x"], ["bash", "fermata play x:y", "y"], ["bash", "album:x"], ["csh", "album:"], []] {
            let outcome = try ClientProcess.run(["---media"] + arguments, socket: nowhere)
            #expect(outcome == ClientProcess.Outcome(status: 1, output: "", error: ""), "\(arguments)")
        }
        let outcome = try ClientProcess.run(["---media", "bash", "fermata play album:x", "x"], socket: nowhere)
        #expect(outcome == ClientProcess.Outcome(status: 0, output: "", error: ""))
    }

    @Test("text that is no completion script stays as it is")
    func otherText() {
        for text in ["", "USAGE: fermata", "#compdef fermata\n"] { #expect(CompletionScript.finished(text) == text) }
    }
}
