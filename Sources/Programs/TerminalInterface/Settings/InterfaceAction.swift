package import TerminalCells

/// What a key does. The raw value is the name in `tui.toml`.
package enum InterfaceAction: String, CaseIterable, Hashable, Sendable {
    case up, down
    case pageUp = "page-up", pageDown = "page-down", halfUp = "half-up", halfDown = "half-down"
    case top, bottom, open, back
    case goToCurrent = "current"
    case add, insert, play, remove
    case moveUp = "move-up", moveDown = "move-down"
    case mark, markRange = "mark-to", moveHere = "move-here"
    case clear, undo, redo
    case toggle, stop, next, previous, forward, backward, louder, softer, mute, shuffle
    case repeatMode = "repeat"
    case louderThere = "louder-there", softerThere = "softer-there"
    case viewNow = "now", viewQueue = "queue", viewLibrary = "library", viewSearch = "search-view", viewPlaylists = "playlists"
    case viewOutputs = "outputs", viewRooms = "rooms", viewMeters = "meters", viewChapters = "chapters", viewWhy = "why"
    case viewLyrics = "lyrics"
    case nextView = "next-view", previousView = "previous-view"
    case search, command, help, redraw, suspend, quit
}

/// Which keys do what: the one table of which the help is made, and whose keys `tui.toml` may replace.
package struct KeyTable: Hashable, Sendable {
    /// One row of the table.
    package struct Row: Hashable, Sendable {
        /// What the keys do.
        package let action: InterfaceAction
        /// The keys.
        package fileprivate(set) var keys: [TerminalKey]
        /// What they do, for people.
        package let text: String
    }

    /// The rows, in the order of the help.
    package private(set) var rows: [Row]
    private var actions: [TerminalKey: InterfaceAction]

    /// The keys as they are unless somebody has chosen others.
    package init() {
        rows = Self.usual.map { action, names, text in
            Row(action: action, keys: names.split(separator: " ").compactMap { TerminalKey(named: String($0)) }, text: text)
        }
        actions = [:]
        index()
    }

    /// Returns what a key does.
    func action(of key: TerminalKey) -> InterfaceAction? { actions[key] }

    /// Returns the first key of an action, for people.
    func key(of action: InterfaceAction) -> String { rows.first { $0.action == action }?.keys.first?.name ?? "" }

    /// Gives an action other keys. They do nothing else any more.
    mutating func set(_ keys: [TerminalKey], for action: InterfaceAction) {
        for index in rows.indices {
            if rows[index].action == action {
                rows[index].keys = keys
            } else {
                rows[index].keys.removeAll(where: keys.contains)
            }
        }
        index()
    }

    private mutating func index() {
        actions = [:]
        for row in rows { for key in row.keys { actions[key] = row.action } }
    }

    private static let usual: [(InterfaceAction, String, String)] = [
        (.up, "k up", "one row up"),
        (.down, "j down", "one row down"),
        (.halfUp, "ctrl-u", "half a page up"),
        (.halfDown, "ctrl-d", "half a page down"),
        (.pageUp, "page-up ctrl-b", "a page up"),
        (.pageDown, "page-down ctrl-f", "a page down"),
        (.top, "g home", "to the first row"),
        (.bottom, "G end", "to the last row"),
        (.open, "enter l right", "open; a song is added, an item of the queue played"),
        (.back, "h left backspace escape", "back to where the list was opened; unmark the queue"),
        (.goToCurrent, "o", "to what is played, or the line that is sung"),
        (.add, "a", "add the row to the end of the queue"),
        (.insert, "i", "add it right behind the current item"),
        (.play, "p", "play it in the queue's place; undo brings that back"),
        (.remove, "d delete", "take the item out of the queue"),
        (.moveUp, "K", "move the item of the queue up"),
        (.moveDown, "J", "move it down"),
        (.mark, "v", "mark the item; d, J, K, M are for all that are"),
        (.markRange, "V", "mark all from the latest mark to here"),
        (.moveHere, "M", "move what is marked to here"),
        (.clear, "C", "empty the queue, which undo brings back"),
        (.undo, "u", "take the newest change of the queue back"),
        (.redo, "U ctrl-r", "do it again"),
        (.toggle, "space", "pause, or play"),
        (.stop, "s", "stop"),
        (.next, "> n", "to the next item"),
        (.previous, "< N", "to the previous item"),
        (.forward, ". shift-right", "10 seconds forward"),
        (.backward, ", shift-left", "10 seconds back"),
        (.louder, "+ =", "louder"),
        (.softer, "-", "softer"),
        (.mute, "m", "mute, or no longer"),
        (.shuffle, "z", "random order, of albums, or no longer"),
        (.repeatMode, "r", "repeat nothing, the queue, or the item"),
        (.louderThere, "]", "the room or the output of the row louder"),
        (.softerThere, "[", "the same softer"),
        (.viewNow, "1", "what is heard now"),
        (.viewQueue, "2", "the queue"),
        (.viewLibrary, "3", "the library"),
        (.viewSearch, "4", "what the search has found"),
        (.viewPlaylists, "5", "the playlists"),
        (.viewOutputs, "6", "the outputs"),
        (.viewRooms, "7", "the rooms"),
        (.viewMeters, "8", "the meters"),
        (.viewChapters, "9", "the chapters"),
        (.viewWhy, "0", "why it paused, and the latest changes"),
        (.viewLyrics, "L", "the lyrics; enter goes to a line"),
        (.nextView, "tab", "to the next view"),
        (.previousView, "shift-tab", "to the previous view"),
        (.search, "/", "search everything, at every key"),
        (.command, ":", "a command of fermata; tab completes it"),
        (.help, "? f1", "this help"),
        (.redraw, "ctrl-l", "draw everything anew"),
        (.suspend, "ctrl-z", "back to the shell, for now"),
        (.quit, "q ctrl-c", "end; the music goes on"),
    ]
}
