import AudioTypes

/// Which outputs have begun with their volume, and the volume of the sink that the player sets.
struct OutputVolumeUse: Hashable, Sendable {
    /// The outputs, by the uids that clients see, that the sound has gone to since they were there.
    private var begun: Set<String> = []
    /// The sink whose volume the player sets; `nil` while it sets that of its stream.
    var sink: SinkVolume?
    /// Counts the news for the player about ``sink``.
    var turn = 0

    /// Notes that the sound goes to the output `uid`. Returns whether that is the first time since it is there.
    mutating func begin(_ uid: String) -> Bool { begun.insert(uid).inserted }

    /// Forgets the outputs that are not there any more.
    mutating func keep(_ isThere: (String) -> Bool) { begun = begun.filter(isThere) }
}

/// The volume of a sink that the player sets. A sink tells each change, also ours, some time later.
struct SinkVolume: Hashable, Sendable {
    /// How long we wait for the sink to tell what it was told, in nanoseconds.
    static let patience: Int64 = 2_000_000_000
    /// How often a volume beyond the ceiling is lowered within ``calm``: another program may raise it again each time.
    static let mostLowerings = 3
    /// A minute, in nanoseconds.
    static let calm: Int64 = 60_000_000_000
    /// Sinks round what they are told to their own steps.
    static let rounding = 0.005
    /// The most changes that are waited for.
    private static let mostAsked = 128

    /// The sink, and the server's number for it.
    let uid: String
    let serial: UInt64
    /// The volume that counts: the one that it was told last, or that it told.
    private(set) var level: Double
    private var told: Double
    /// What it was told and has not told yet, oldest first.
    private var asked: [Double] = []
    /// When it was told something last.
    private var askedAt: Int64 = 0
    private var loweredAt: [Int64] = []

    init(uid: String, serial: UInt64, level: Double) {
        (self.uid, self.serial, self.level, told) = (uid, serial, level, level)
    }

    /// Takes in what the sink tells.
    mutating func take(_ new: Double, at now: Int64) {
        if now - askedAt >= Self.patience { asked = [] }
        if abs(new - told) >= 1e-4 {
            told = new
            if let place = asked.firstIndex(where: { abs($0 - new) < Self.rounding }) {
                asked.removeFirst(place + 1)
                return
            }
            asked = []
            level = new
        } else if asked.isEmpty, abs(level - told) >= Self.rounding {
            // It did not do what it was told.
            level = told
        }
    }

    /// Notes that it is told another volume.
    mutating func ask(_ wanted: Double, at now: Int64) {
        level = wanted
        asked = asked.suffix(Self.mostAsked - 1) + [wanted]
        askedAt = now
    }

    /// Returns whether it is to be lowered to `maximum`, which counts as done then. Whoever raises it again and again wins after a few times;
    /// our stream makes up for that.
    mutating func isLowered(to maximum: Double, at now: Int64) -> Bool {
        loweredAt.removeAll { now - $0 >= Self.calm }
        guard maximum < 1, asked.isEmpty, told > maximum + Self.rounding, loweredAt.count < Self.mostLowerings else {
            return false
        }
        loweredAt.append(now)
        ask(maximum, at: now)
        return true
    }

    /// When there is nothing more to wait for; `nil` if nothing is waited for.
    var deadline: Int64? { asked.isEmpty ? nil : askedAt + Self.patience }
}
