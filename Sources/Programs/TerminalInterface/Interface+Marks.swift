import ControlProtocol

// Marked rows of the queue, which are taken out and moved together: one change, which undo takes back.
extension Interface {
    /// Marks the row that is chosen, or does not any more, and goes on to the next one.
    mutating func mark() {
        guard view == .queue, let list, let row = list.selected, case .item(let id) = row.target else {
            return say("Rows of the queue can be marked.")
        }
        if !marks.contains(id), marks.count == QueueMarks.limit { return say("No more can be marked.", isError: true) }
        announce(marks.toggle(id, at: list.selection) ? "Marked: \(row.text)" : "No longer marked: \(row.text)")
        select(list.selection + 1)
    }

    /// Marks all rows from the one that was marked last to the one that is chosen.
    mutating func markRange() {
        guard view == .queue, let list, list.rows.count > 0 else { return say("Rows of the queue can be marked.") }
        let other = min(marks.latest ?? list.selection, list.rows.count - 1)
        let (first, last) = (min(other, list.selection), max(other, list.selection))
        guard last - first < QueueMarks.limit else {
            return say("At most \(ClockText.number(QueueMarks.limit)) can be marked.", isError: true)
        }
        askForMarks(from: first, through: last)
    }

    /// Rows that are far away are not there, so they are asked for.
    private mutating func askForMarks(from first: Int, through last: Int) {
        call(Methods.Queue.list, (first, last - first + 1), for: .marking(from: first, through: last))
    }

    /// Marks the items of a page, and asks for the rest.
    mutating func mark(_ page: Wire.QueuePage, from first: Int, through last: Int) {
        marks.add(page.items.map(\.id), from: first)
        if let next = page.next, next <= last { return askForMarks(from: next, through: last) }
        say("\(ClockText.number(marks.count)) marked.")
    }

    /// Takes out what is marked.
    mutating func removeMarked() {
        let ids = marks.ids
        let (items, them) = ids.count == 1 ? ("1 item", "it") : ("\(ClockText.number(ids.count)) items", "them")
        call(Methods.Queue.remove, ids, for: .marked("Taken out: \(items). \(undoKey) brings \(them) back."))
    }

    /// Moves what is marked by one row, all of it to one place.
    mutating func moveMarked(by step: Int) {
        guard let first = marks.first else { return }
        moveMarked(to: first + step)
    }

    /// Moves what is marked to the row that is chosen.
    mutating func moveMarkedHere() {
        guard view == .queue, let list, !marks.isEmpty else {
            return say("Mark items of the queue first, with \(settings.keys.key(of: .mark)).")
        }
        moveMarked(to: list.selection - marks.count(before: list.selection))
    }

    private mutating func moveMarked(to place: Int) {
        let ids = marks.ids
        guard let list, place >= 0, place + ids.count <= list.rows.count else { return }
        call(Methods.Queue.move, (ids, place), for: .marked(nil))
        marks.note(ids, from: place)
        select(place)
    }
}
