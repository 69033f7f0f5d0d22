import Testing

@testable import MPDMigration

@Suite("Merging settings into config.toml")
struct ConfigurationMergeTests {
    private typealias Line = ConfigurationProposal.Line

    private let file = """
        # My own notes.
        [playback]
        # how loud
        replay_gain = "off" # not yet
        restore = "paused"

        [library]
        directories = [
            "/a", # the first
            "/b]",
        ]
        watch = false

        # about MPD
        [mpd]

        """

    @Test("values are replaced where they stand, and comments and order stay")
    func replaces() {
        let merge = ConfigurationMerge(
            [
                Line(section: "playback", key: "replay_gain", value: "\"album\""),
                Line(section: "library", key: "directories", value: "[\"/music # 1\"]"),
                Line(section: "playback", key: "restore", value: "\"paused\""),
            ], into: file)
        #expect(
            merge.text == """
                # My own notes.
                [playback]
                # how loud
                replay_gain = "album" # not yet
                restore = "paused"

                [library]
                directories = ["/music # 1"]
                watch = false

                # about MPD
                [mpd]

                """)
        #expect(merge.changes.map(\.name) == ["playback.replay_gain", "library.directories"])
        #expect(merge.changes.map(\.old) == ["\"off\"", "[\n    \"/a\", # the first\n    \"/b]\",\n]"])
    }

    @Test("new keys come at the end of their section, and new sections at the end of the file")
    func adds() {
        let merge = ConfigurationMerge(
            [
                Line(section: "library", key: "follow_outside_links", value: "false"),
                Line(section: "mpd", key: "listen", value: "[\"127.0.0.1:6600\"]"),
                Line(section: "queue", key: "limit", value: "100"),
                Line(section: "queue", key: "other", value: "1"),
            ], into: file)
        #expect(
            merge.text.hasSuffix(
                """
                watch = false
                follow_outside_links = false

                # about MPD
                [mpd]
                listen = ["127.0.0.1:6600"]

                [queue]
                limit = 100
                other = 1

                """), "\(merge.text)")
        let again = ConfigurationMerge([Line(section: "queue", key: "limit", value: "100")], into: merge.text)
        #expect(again.changes.isEmpty && again.text == merge.text)
    }

    @Test("an empty file, one without an end of its last line, and hash signs in strings are no trouble")
    func edges() {
        let line = Line(section: "a", key: "b", value: "\"x\"")
        #expect(ConfigurationMerge([line], into: "").text == "[a]\nb = \"x\"\n")
        #expect(ConfigurationMerge([line], into: "[a]\nb = \"# \\\" #\" # note").text == "[a]\nb = \"x\" # note\n")
        #expect(ConfigurationMerge([line], into: "[a]\n# b = \"x\"\nb='#'").text == "[a]\n# b = \"x\"\nb=\"x\"\n")
        #expect(ConfigurationMerge([], into: "anything").text == "anything")
    }
}
