/// Words that people know from mpc, mpv and others, and what does the same here. They are no commands, because here other words say
/// more, or because it is done in another way.
enum WordsOfOthers {
    private static let commands: [String: String] = [
        "back": "'fermata seek -10'", "cdprev": "'fermata prev'", "config": "'fermatad --check-config'",
        "current-song": "'fermata current'", "disable": "'fermata route select NAME'",
        "enable": "'fermata route select NAME'", "exit": "'fermata stop'", "find": "'fermata search'",
        "forward": "'fermata seek +10'", "history": "'fermata why'", "idleloop": "'fermata monitor'",
        "info": "'fermata status' or 'fermata probe FILE'",
        "kill": "'systemctl --user stop fermata.socket fermata.service'",
        "list": "'fermata library artists', 'fermata library albums' or 'fermata library genres'",
        "log": "'journalctl --user -u fermata'", "lsdirs": "'fermata ls'", "lsinfo": "'fermata ls'", "man": "'man fermata'",
        "prio": "'fermata queue priority'", "quit": "'fermata stop'",
        "reload": "'fermata call server.reload'",
        "remove": "'fermata del 3' by places, or 'fermata queue remove' by ids",
        "rescan": "'fermata library update --contents'",
        "resume": "'fermata play'", "seekthrough": "'fermata seek +10'", "sinks": "'fermata route outputs'",
        "sleep": "'fermata stop-after 30m'", "songs": "'fermata search'", "stats": "'fermata library'",
        "sticker": "'fermata call sticker.get'", "toggleoutput": "'fermata route select NAME'", "unpause": "'fermata play'",
        "version": "'fermata --version'", "vol": "'fermata volume'",
    ]

    /// Returns a sentence that answers a word which is no command here; `nil` for a word that nobody knows.
    /// - Parameter command: the command behind which it stands; empty for none.
    static func answer(_ word: String, behind command: String) -> String? {
        // mpc shows a playlist so.
        if command == "playlist" {
            let name = Terminal.harmless(word)
            return "To show a playlist: 'fermata playlist show \(name)'; to add it to the queue: 'fermata load \(name)'."
        }
        return command.isEmpty ? commands[word].map { "Here it is \($0)." } : nil
    }

    /// Options of mpv that stand behind `play`, and what does the same here.
    private static let options: [String: String] = [
        "--start": "'fermata play --position 1:30'", "--loop": "'fermata repeat one'", "--loop-file": "'fermata repeat one'",
        "--loop-playlist": "'fermata repeat on'", "--volume": "'fermata volume 40'",
        "--audio-device": "'fermata route select NAME'",
        "--mute": "'fermata mute'", "--pause": "'fermata pause' behind it", "--playlist": "'fermata play FILE.m3u'",
        "--gapless-audio": "not needed: tracks follow each other without a gap",
    ]

    /// Returns a sentence about the first option of a command line that only mpv knows; `nil` if there is none.
    static func answer(toOptionsOf arguments: [String]) -> String? {
        guard arguments.first == "play" else { return nil }
        for word in arguments.dropFirst() {
            if word == "--" { return nil }
            let name = String(word.prefix { $0 != "=" })
            if let known = options[name] { return "'\(name)' is no option of 'fermata play'. Here it is \(known)." }
        }
        return nil
    }
}
