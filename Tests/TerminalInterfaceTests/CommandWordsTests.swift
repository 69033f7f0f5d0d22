import Testing

@testable import TerminalInterface

@Suite("Commands in the terminal's player")
struct CommandWordsTests {
    @Test("words are as a shell takes them, and nothing is expanded")
    func words() {
        #expect(CommandWords.of("queue add 'a b.flac' \"c d\" e\\ f") == ["queue", "add", "a b.flac", "c d", "e f"])
        #expect(CommandWords.of("play $HOME *") == ["play", "$HOME", "*"])
        #expect(CommandWords.of("say ''") == ["say", ""])
        #expect(CommandWords.of("a 'b") == nil)
        #expect(CommandWords.of("  ") == [])
    }

    @Test("a word is completed as far as all candidates agree")
    func completion() {
        let candidates = { (words: [String]) in words.isEmpty ? ["queue", "quit", "play", "playlist"] : ["add", "clear"] }
        #expect(CommandWords.completed("que", candidates) == ("queue ", []))
        #expect(CommandWords.completed("p", candidates) == ("play", ["play", "playlist"]))
        #expect(CommandWords.completed("queue a", candidates) == ("queue add ", []))
        #expect(CommandWords.completed("x", candidates) == ("x", []))
    }
}
