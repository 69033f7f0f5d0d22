import AudioSession
import Glibc

/// Decides what to do with the volumes of other programs' streams. This is a value: it is fed with the existing streams,
/// and returns what to write down and what to set.
///
/// The ledger sets nothing before it is written down. If somebody changes the volume of a ducked stream meanwhile, that
/// volume stays, and the ledger leaves the stream alone from then on. It restores exactly the factors from before.
///
/// The session manager remembers volumes by the name of a stream and gives them to the next stream of that name. So a
/// stream that leaves while it is ducked may come back ducked, and another stream may get its volume. The ledger
/// recognises such a volume as its own when it turns up, and restores the original one.
struct DuckLedger: Hashable {
    enum Action: Hashable {
        /// Write the book down, and then call ``DuckLedger/written(_:)`` with its revision.
        case write(DuckBook)
        /// Set the linear factor of each channel of the stream whose serial is `serial`.
        case set(serial: UInt64, factors: [Float])
    }

    private struct Entry: Hashable {
        let record: DuckRecord
        let ramp: DuckRamp
        /// The stream's volume, as an index into the ramp.
        var step = 0
        /// The first revision of the book that contains the record.
        let revision: UInt64

        init(_ record: DuckRecord, step: Int, revision: UInt64) {
            self.record = record
            ramp = DuckRamp(record)
            self.step = step
            self.revision = revision
        }
    }

    /// How many records of streams that have left are kept.
    static let longestMemory = 32

    /// The server's cookie; 0 while there is none.
    private var server: UInt32 = 0
    /// By how many decibels others are ducked; `nil` while they are not.
    private var decibels: Double?
    private var streams: [UInt64: DuckStream] = [:]
    private var entries: [UInt64: Entry] = [:]
    /// Records of streams that have left with a volume of ours, oldest first.
    private var left: [DuckRecord] = []
    /// Records from before a restart, kept here until the streams are known.
    private var unresolved: [DuckRecord] = []
    /// Streams whose volume somebody has changed while they were ducked.
    private var released: Set<UInt64> = []
    private var revision: UInt64 = 0
    private var writtenRevision: UInt64 = 0

    /// Whether ``step()`` has work to do.
    var isRamping: Bool { entries.values.contains { isMoving($0) } }

    // MARK: What the owner wants

    /// Ducks every running stream of another program, and those that come later. A second call changes nothing for
    /// streams that are ducked already.
    mutating func start(decibels: Double) -> [Action] {
        self.decibels = min(0, decibels)
        return settle()
    }

    /// Restores all volumes, by ramps.
    mutating func stop() -> [Action] {
        decibels = nil
        released = []
        return settle()
    }

    /// Restores all volumes without a ramp, for the end of the program.
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

    /// Takes over the records that an earlier run of the program wrote.
    mutating func restore(_ records: [DuckRecord]) -> [Action] {
        unresolved += records
        return server == 0 ? [] : settle()
    }

    /// Notes that the book with that revision is safe.
    mutating func written(_ revision: UInt64) { writtenRevision = max(writtenRevision, revision) }

    // MARK: What the graph tells

    /// Takes in all streams of other programs that exist now; `server` is the server's cookie.
    mutating func hear(_ current: [DuckStream], server: UInt32) -> [Action] {
        if server != self.server { serverLost() }
        self.server = server
        streams = Dictionary(current.map { ($0.serial, $0) }) { first, _ in first }
        return settle()
    }

    /// Notes that every stream has gone with the server.
    mutating func serverLost() {
        streams = [:]
        released = []
        for serial in entries.keys.sorted() { leave(serial) }
        server = 0
    }

    /// Takes one step of all ramps; called every ``DuckRamp/stepDuration`` while ``isRamping``.
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
        // A stream that was never touched needs no way back. A stream may be touched only once its record is in the
        // written book.
        entry.step != goal && (decibels == nil || entry.revision <= writtenRevision)
    }

    /// Brings the entries into line with the streams and with what the owner wants.
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
            // Wait until the server reports the old volume. Until then the stream still has a ducked volume, and would
            // look like a new stream to which the session manager has given that volume.
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

    /// Returns the record whose volume the session manager has given to a stream other than the recorded one, and the
    /// step of its ramp.
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

    /// Finds the streams that the records from before a restart are about.
    private mutating func resolve() {
        if server == 0 { return }
        for record in unresolved {
            let stream = record.server == server ? streams[record.serial].flatMap { record.isAbout($0) ? $0 : nil } : nil
            guard let stream else {
                left.append(record)
                continue
            }
            if stream.volumes.isEmpty {
                // The stream has not run yet. Either nothing was done to its volume, or the session manager will give it
                // our volume again.
                left.append(record)
            } else if let step = DuckRamp(record).step(of: stream.volumes), step > 0 {
                add(stream, before: record.before, ducked: record.ducked, step: step)
            }
        }
        unresolved = []
        left.removeFirst(max(0, left.count - Self.longestMemory))
    }
}
