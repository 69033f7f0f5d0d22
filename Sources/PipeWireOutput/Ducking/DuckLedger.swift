import Glibc

/// What to do with the volumes of other programs' streams: a value, fed with the streams there are, that says what to write
/// down and what to set.
///
/// Nothing is set before it is written down. Who changes the volume of a ducked stream meanwhile has the last word: the
/// stream is left alone from then on. Given back are exactly the factors from before.
///
/// The session manager remembers volumes by the name of a stream and gives them to the next of that name. Where a stream
/// leaves while it is ducked, or another comes with a ducked stream's volume, that volume is known here as ours, and taken
/// back when it shows up.
struct DuckLedger: Hashable {
    enum Action: Hashable {
        /// Write the book down, and call ``DuckLedger/written(_:)`` with its revision.
        case write(DuckBook)
        /// Set the linear factor of each channel of the stream with that serial.
        case set(serial: UInt64, factors: [Float])
    }

    private struct Entry: Hashable {
        let record: DuckRecord
        let ramp: DuckRamp
        /// Where the stream's volume is, as an index into the ramp.
        var step = 0
        /// Since which revision it is in the book.
        let revision: UInt64

        init(_ record: DuckRecord, step: Int, revision: UInt64) {
            self.record = record
            ramp = DuckRamp(record)
            self.step = step
            self.revision = revision
        }
    }

    /// How many streams that left are remembered.
    static let longestMemory = 32

    /// The server's cookie; 0 while there is none.
    private var server: UInt32 = 0
    /// By how much others are ducked; `nil` while they are not.
    private var decibels: Double?
    private var streams: [UInt64: DuckStream] = [:]
    private var entries: [UInt64: Entry] = [:]
    /// Records of streams that left with a volume of ours, oldest first.
    private var left: [DuckRecord] = []
    /// Records from before a restart, until the streams are known.
    private var unresolved: [DuckRecord] = []
    /// Streams whose volume somebody changed while they were ducked.
    private var released: Set<UInt64> = []
    private var revision: UInt64 = 0
    private var writtenRevision: UInt64 = 0

    /// Whether ``step()`` has something to do.
    var isRamping: Bool { entries.values.contains { isMoving($0) } }

    // MARK: What the owner wants

    /// Ducks every other stream that runs, and those that come. A second call changes nothing for streams ducked already.
    mutating func start(decibels: Double) -> [Action] {
        self.decibels = min(0, decibels)
        return settle()
    }

    /// Gives everything back.
    mutating func stop() -> [Action] {
        decibels = nil
        released = []
        return settle()
    }

    /// Gives everything back without a ramp: there is no time left.
    mutating func stopAtOnce() -> [Action] {
        decibels = nil
        var actions: [Action] = []
        for serial in entries.keys.sorted() {
            guard var entry = entries[serial], entry.step > 0 else { continue }
            entry.step = 0
            entries[serial] = entry
            actions.append(.set(serial: serial, factors: entry.record.before))
        }
        return actions
    }

    /// Takes over what an earlier run of the program wrote down.
    mutating func restore(_ records: [DuckRecord]) -> [Action] {
        unresolved += records
        return server == 0 ? [] : settle()
    }

    /// The book of that revision is safe.
    mutating func written(_ revision: UInt64) { writtenRevision = max(writtenRevision, revision) }

    // MARK: What the graph tells

    /// All streams of other programs there are now.
    mutating func hear(_ current: [DuckStream], server: UInt32) -> [Action] {
        if server != self.server { serverLost() }
        self.server = server
        streams = Dictionary(current.map { ($0.serial, $0) }) { first, _ in first }
        return settle()
    }

    /// Every stream has gone with the server.
    mutating func serverLost() {
        streams = [:]
        released = []
        for serial in entries.keys.sorted() { leave(serial) }
        server = 0
    }

    /// One step of all ramps; every ``DuckRamp/stepDuration`` while ``isRamping``.
    mutating func step() -> [Action] {
        var actions: [Action] = []
        let goal = goal
        for serial in entries.keys.sorted() {
            guard var entry = entries[serial], isMoving(entry) else { continue }
            entry.step += goal > entry.step ? 1 : -1
            entries[serial] = entry
            actions.append(.set(serial: serial, factors: entry.ramp[entry.step]))
        }
        return actions + settle()
    }

    // MARK: -

    private var goal: Int { decibels == nil ? 0 : DuckRamp.stepCount }

    private func isMoving(_ entry: Entry) -> Bool {
        // What was never touched needs no way back; what is to be touched must be in the book first.
        entry.step != goal && (decibels == nil || entry.revision <= writtenRevision)
    }

    /// Brings the entries into line with the streams and the owner's wish.
    private mutating func settle() -> [Action] {
        let before = records
        resolve()
        for serial in entries.keys.sorted() { check(serial) }
        for serial in streams.keys.sorted() where entries[serial] == nil && !released.contains(serial) { admit(serial) }
        if records == before { return [] }
        revision += 1
        return [.write(DuckBook(revision: revision, records: records))]
    }

    private var records: [DuckRecord] {
        entries.values.map(\.record).sorted { $0.serial < $1.serial } + left + unresolved
    }

    private mutating func check(_ serial: UInt64) {
        guard let entry = entries[serial] else { return }
        guard let stream = streams[serial] else { return leave(serial) }
        if entry.step == 0 && decibels == nil && entry.ramp.step(of: stream.volumes) == 0 {
            // Not before the server has said so: until then the volume looks like one that was given to a new stream.
            entries[serial] = nil
        } else if !stream.volumes.isEmpty, entry.ramp.step(of: stream.volumes) == nil {
            entries[serial] = nil
            if decibels != nil { released.insert(serial) }
        }
    }

    private mutating func leave(_ serial: UInt64) {
        guard let entry = entries.removeValue(forKey: serial), entry.step > 0 else { return }
        left.append(entry.record)
        left.removeFirst(max(0, left.count - Self.longestMemory))
    }

    private mutating func admit(_ serial: UInt64) {
        guard let stream = streams[serial], let loudest = stream.volumes.max(), loudest > 0 else { return }
        if let (known, step) = knownDucked(stream) {
            add(stream, before: known.before, ducked: known.ducked, step: step)
        } else if let decibels, stream.isRunning {
            let factor = pow(10, decibels / 20)
            add(stream, before: stream.volumes, ducked: stream.volumes.map { Float(Double($0) * factor) }, step: 0)
        }
    }

    /// The record whose volume the session manager gave to a stream that is not the recorded one, and its step there.
    private mutating func knownDucked(_ stream: DuckStream) -> (DuckRecord, Int)? {
        for (index, record) in left.enumerated() where record.memory == stream.memory {
            if let step = DuckRamp(record).step(of: stream.volumes), step > 0 {
                left.remove(at: index)
                return (record, step)
            }
        }
        for entry in entries.values where entry.record.memory == stream.memory {
            if let step = entry.ramp.step(of: stream.volumes), step > 0 { return (entry.record, step) }
        }
        return nil
    }

    private mutating func add(_ stream: DuckStream, before: [Float], ducked: [Float], step: Int) {
        let record = DuckRecord(
            server: server, serial: stream.serial, application: stream.application, node: stream.node,
            process: stream.process, memory: stream.memory, before: before, ducked: ducked)
        entries[stream.serial] = Entry(record, step: step, revision: revision + 1)
    }

    /// Finds the streams of records from before a restart.
    private mutating func resolve() {
        if server == 0 { return }
        for record in unresolved {
            let stream = record.server == server ? streams[record.serial].flatMap { record.isAbout($0) ? $0 : nil } : nil
            guard let stream else {
                left.append(record)
                continue
            }
            if stream.volumes.isEmpty {
                // It never ran: nothing was done to it yet, or the session manager does it again.
                left.append(record)
            } else if let step = DuckRamp(record).step(of: stream.volumes), step > 0 {
                add(stream, before: record.before, ducked: record.ducked, step: step)
            }
        }
        unresolved = []
        left.removeFirst(max(0, left.count - Self.longestMemory))
    }
}
