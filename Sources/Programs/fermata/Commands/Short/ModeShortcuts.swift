import ArgumentParser
import ControlProtocol
import FermataKit
import SystemSupport

// Short commands about how the queue is played, in the words of mpc.

/// On, off, or the other of both, as it is written on the command line.
enum Toggled: String, ExpressibleByArgument, CaseIterable {
    case on, off, toggle

    /// Returns whether it is to be on.
    func value(now: () throws -> Bool) rethrows -> Bool { self == .toggle ? try !now() : self == .on }
}

/// How a queue is shuffled, as it is written on the command line.
enum ShuffleState: String, ExpressibleByArgument, CaseIterable {
    case on, off, albums

    /// What plays in random order; `nil` if nothing does.
    var unit: Wire.ShuffleUnit? {
        switch self {
        case .on: .songs
        case .albums: .albums
        case .off: nil
        }
    }

    /// The change of the queue's modes.
    var change: Wire.QueueModeChange { Wire.QueueModeChange(shuffle: self != .off, shuffleBy: unit) }
}

struct Random: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Play the queue in random order, or in its own. Without an argument, switch.",
        discussion: """
            With albums, one whole album follows the other in random order, and each
            keeps the order of the queue. A switch leaves it at songs or albums,
            whichever was set last.
            """)
    @Argument(help: "on, off, albums or toggle.") var state = State.toggle
    @OptionGroup var options: ConnectionOptions

    /// How the queue is played, as it is written on the command line.
    enum State: String, ExpressibleByArgument, CaseIterable {
        case on, off, albums, toggle
    }

    func run() throws {
        let connection = try options.connect()
        let change =
            try ShuffleState(rawValue: state.rawValue)?.change
            ?? Wire.QueueModeChange(shuffle: !QueueReader(connection).modes().shuffle)
        try options.perform(Methods.Queue.set, change, on: connection, rawText: PlainText.text)
    }
}

struct Repeat: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Repeat the queue, one item or nothing. Without an argument, the queue or nothing.")
    @Argument(help: "on or all for the queue, one for the current item, off, or toggle.") var state = State.toggle
    @Option(help: ArgumentHelp("With one: how many times it is heard, 1 to 1000.", valueName: "number")) var count: Int?
    @OptionGroup var options: ConnectionOptions

    func validate() throws { try Queue.RepeatCount.check(count, with: state == .one ? .one : nil) }

    /// What is repeated, as it is written on the command line.
    enum State: String, ExpressibleByArgument, CaseIterable {
        case on, all, one, off, toggle
    }

    func run() throws {
        let connection = try options.connect()
        let mode: Wire.RepeatMode =
            switch state {
            case .on, .all: .all
            case .one: .one
            case .off: .off
            case .toggle: try QueueReader(connection).modes().repeat == .off ? .all : .off
            }
        try options.perform(
            Methods.Queue.set, Wire.QueueModeChange(repeat: mode, repeatCount: count), on: connection, rawText: PlainText.text)
    }
}

struct Consume: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Remove items from the queue once they are played, or keep them. Without an argument, switch.")
    @Argument(help: "on, off, once for the next item only, or toggle.") var state = State.toggle
    @OptionGroup var options: ConnectionOptions

    /// Whether items leave the queue, as it is written on the command line.
    enum State: String, ExpressibleByArgument, CaseIterable {
        case on, off, once, toggle
    }

    func run() throws {
        let connection = try options.connect()
        let consumes =
            switch state {
            case .on, .once: true
            case .off: false
            case .toggle: try !QueueReader(connection).modes().consume
            }
        let change = Wire.QueueModeChange(consume: consumes, consumeOnce: state == .once ? true : nil)
        try options.perform(Methods.Queue.set, change, on: connection, rawText: PlainText.text)
    }
}

struct Single: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Stop after each item, or after the current one. Without an argument, switch on or off.",
        discussion: """
            With 'fermata repeat on', the current item is repeated instead, as with MPD.
            The same as 'fermata stop-after each' or current, and 'fermata repeat one'.
            """)
    @Argument(help: "on, off, once for the current item only, or toggle.") var state = State.toggle
    @OptionGroup var options: ConnectionOptions

    /// What happens after an item, as it is written on the command line.
    enum State: String, ExpressibleByArgument, CaseIterable {
        case on, off, once, toggle
    }

    func run() throws {
        let connection = try options.connect()
        let status = try QueueReader(connection).status()
        let repeats = status.queue.modes.repeat != .off
        let isOn = status.queue.modes.repeat == .one || [.current, .each].contains(status.stopAfter?.after)
        let state = state == .toggle ? (isOn ? .off : .on) : state
        let mode: Wire.RepeatMode = repeats ? (state == .on ? .one : .all) : .off
        try options.perform(Methods.Queue.set, Wire.QueueModeChange(repeat: mode), on: connection)
        let item: Wire.StopTarget? = state == .once ? .current : state == .on && !repeats ? .each : nil
        // A time at which playback stops has nothing to do with this.
        let isKept = item == nil && ![.current, .each].contains(status.stopAfter?.after)
        let reply = try isKept ? connection.ask(Methods.status) : connection.ask(Methods.Player.stopAfter, item)
        try options.show(reply, text: Self.outcome)
    }

    private static func outcome(_ status: Wire.Status) -> String {
        if status.queue.modes.repeat == .one { return "repeats the current item" }
        return status.stopAfter.map { StatusText.stop($0, now: MonotonicClock.seconds) } ?? "does not stop by itself"
    }
}

struct Mute: ParsableCommand {
    static let configuration = CommandConfiguration(abstract: "Mute the sound: fermata volume mute.")
    @Argument(help: "on, off or toggle.") var state = Toggled.on
    @OptionGroup var options: ConnectionOptions
    func run() throws { try VolumeText.mute(state, options) }
}

struct Unmute: ParsableCommand {
    static let configuration = CommandConfiguration(abstract: "Let the sound be heard again: fermata volume unmute.")
    @OptionGroup var options: ConnectionOptions
    func run() throws { try VolumeText.mute(.off, options) }
}

extension VolumeText {
    fileprivate static func mute(_ state: Toggled, _ options: ConnectionOptions) throws {
        let connection = try options.connect()
        let isMuted = try state.value {
            try connection.ask(Methods.volume, (Wire.VolumeChange(), nil)).answer?.muted ?? false
        }
        let change = Wire.VolumeChange(muted: isMuted)
        try options.perform(Methods.volume, (change, nil), on: connection, text: StatusText.volume)
    }
}
