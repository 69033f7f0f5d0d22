import ArgumentParser
import ControlProtocol

struct UndoQueue: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "undo", abstract: "Take the newest change of the queue back.",
        discussion: """
            Takes back what was done to the queue last, by whatever program: items come
            back with the place at which they were played, and what was added leaves.
            The last 20 changes can be taken back, one after the other.
            """)
    @OptionGroup var options: ConnectionOptions
    func run() throws { try options.perform(Methods.Queue.undo, ()) { QueueText.undone($0) } }
}

struct RedoQueue: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "redo", abstract: "Do a change of the queue again that undo has taken back.")
    @OptionGroup var options: ConnectionOptions
    func run() throws { try options.perform(Methods.Queue.redo, ()) { QueueText.redone($0) } }
}
