import TerminalCells
import Testing

@testable import TerminalInterface

@Suite("The file of the player in the terminal")
struct InterfaceSettingsTests {
    @Test("what is known counts, and what is not is named, with its line, and ignored")
    func newerFile() {
        let settings = InterfaceSettings(
            """
            view = "queue"
            future = true
            cover = "blocks"
            mouse = false
            [keys]
            quit = "Q"
            hover = "x"
            undo = ["nonsense"]
            [colours]
            accent = "#ff8000"
            glow = "red"
            [later.section]
            a = 1
            """)
        #expect(settings.view == .queue)
        #expect(settings.cover == .blocks)
        #expect(!settings.hasMouse)
        #expect(settings.keys.key(of: .quit) == "Q")
        #expect(settings.keys.key(of: .undo) == "u")
        #expect(settings.colours[.accent] == .mixed(red: 255, green: 128, blue: 0))
        #expect(settings.complaints.map { $0.prefix(7) } == ["line 2:", "line 7:", "line 8:", "line 11", "line 12"])
    }

    @Test("a file that is no TOML leaves everything as it is usually, and says where the mistake is")
    func mistake() {
        let settings = InterfaceSettings("view = \"queue\"\nkeys = [")
        #expect(settings.view == .now)
        #expect(settings.complaints.count == 1)
        #expect(settings.complaints.first?.hasPrefix("line 2:") == true)
    }

    @Test(
        "values of another type are named and ignored",
        arguments: [
            "view = 3", "view = \"x\"", "mouse = \"yes\"", "cover = \"png\"", "keys = 1", "[colours]\nbar = 999",
            "[keys]\nup = 3",
        ])
    func otherTypes(text: String) {
        let settings = InterfaceSettings(text)
        #expect(settings.complaints.count == 1)
        #expect(settings.keys == KeyTable())
    }

    @Test("no two actions have a key in common, each action has a row, and each view has its number")
    func keys() {
        let rows = KeyTable().rows
        let keys = rows.flatMap(\.keys)
        #expect(Set(keys).count == keys.count)
        #expect(Set(rows.map(\.action)) == Set(InterfaceAction.allCases))
        #expect(rows.allSatisfy { !$0.keys.isEmpty })
        for view in InterfaceView.allCases { #expect(KeyTable().key(of: view.action) == view.key) }
    }

    @Test("a key that somebody gives to one action does nothing else any more")
    func takenKeys() {
        let settings = InterfaceSettings("[keys]\nquit = \"j\"")
        #expect(settings.keys.action(of: TerminalKey(.character("j"))) == .quit)
        #expect(settings.keys.key(of: .down) == "down")
    }

    @Test("a file of very many mistakes costs no more than some sentences")
    func manyMistakes() {
        let text = (0..<10_000).map { "x\($0) = 1\n" }.joined()
        #expect(InterfaceSettings(text).complaints.count == 20)
    }
}
