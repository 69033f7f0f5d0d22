import Database
import SystemSupport

// The thread that scans, as `ScanQueue` says.
extension Library {
    /// Brings the library up to date, after the scans that wait already. One that is equal to a waiting one is that one, and directories
    /// that have changed are compared together with those that wait.
    /// - Returns: the number of the scan; `nil` if too many wait, or after ``close(done:)``.
    @discardableResult
    package func scan(_ request: ScanRequest) -> Int64? {
        let (id, failure) = state.withLock { state -> (Int64?, DatabaseError?) in
            let id = state.scans.add(request)
            if id != nil { state.skipsMeasuring = false }
            return (id, start(&state))
        }
        if let id, let failure { report(.scanEnded(id, .failure(failure))) }
        return id
    }

    /// Ends the scan that runs, and forgets those that wait. What was read by then stays.
    package func cancelScans() { state.withLock { $0.scans.cancel() } }

    /// The number of the scan that runs or comes next, and how far it is; `nil` if there is none.
    package var scanProgress: (id: Int64, progress: ScanProgress)? { state.withLock { $0.scans.progress } }

    /// Starts the thread that scans, unless it is there. Returns why there can be none.
    private func start(_ state: inout State) -> DatabaseError? {
        guard let first = state.scans.begin() else { return nil }
        do throws(OwnThread.Failure) {
            try OwnThread.start(name: "fermata-scan") { [self] in
                // Not idle, as those that read files: it writes, and what the user makes has to wait for it.
                CurrentThread.becomeModest()
                carryOut(first)
            }
            return nil
        } catch {
            state.scans.cannotBegin()
            return DatabaseError(.failed, "the library cannot be scanned: \(error.description)")
        }
    }

    /// Does one scan after the other until none waits, and then what nobody waits for. The thread that scans.
    private func carryOut(_ first: ScanQueue.Scan) {
        var next: ScanQueue.Scan? = first
        var opened: OpenStore?
        while let scan = next {
            report(.scanBegan(scan.id))
            let result = Result { () throws(DatabaseError) in try scanOnce(scan, &opened) }
            if case .failure = result {
                opened = nil
                retry(scan.request)
            }
            next = state.withLock { state in
                if (try? result.get())?.hasChanges ?? true { state.keptForm = nil }
                report(.scanEnded(scan.id, result))
                return state.scans.next(isDamaged: opening.isDamaged)
            }
            scanIfSetAside()
            if next == nil { next = settle(&opened) }
        }
    }

    /// Keeps the texts about songs that have none, until another scan comes. The thread that scans.
    private func keepTexts(_ store: LibraryStore) {
        guard let texts = state.withLock({ $0.keptForm == $0.texts?.form ? nil : $0.texts }) else { return }
        do throws(DatabaseError) {
            var last: Int64? = 0
            while let directory = last, !opening.isDamaged, state.withLock({ $0.scans.isFree }) {
                last = try store.keepMissingTexts(texts, behind: directory, limit: SongTexts.limit)
            }
            if last == nil { state.withLock { $0.keptForm = texts.form } }
        } catch {
            if error.code == .damaged { opening.noteDamage() }
            report(.problem("what lists say about songs cannot be kept after a scan, and the first list takes longer: \(error)"))
        }
    }

    /// Keeps the texts about songs, completes the search index, closes the databases, and notes that the thread ends. A scan that comes has it
    /// stop. The thread that scans.
    /// - Returns: a scan that has come instead.
    private func settle(_ opened: inout OpenStore?) -> ScanQueue.Scan? {
        if let store = opened?.store {
            keepTexts(store)
            store.giveMemoryBack()
            let isFree = { self.state.withLock { $0.scans.isFree } }
            do throws(DatabaseError) {
                if isFree(), !opening.isDamaged { try store.settle(while: isFree) }
                if isFree(), !opening.isDamaged { try measureAfterScan(store) }
            } catch {
                if error.code == .damaged { opening.noteDamage() }
                retry(ScanRequest(depth: .directories))
                report(.problem("the library cannot be put in order after a scan, and a search takes longer: \(error)"))
            }
        }
        opened = nil
        ProcessMemory.releaseFree()
        let (rest, whenScanned) = state.withLock { state -> (ScanQueue.Rest, (@Sendable () -> Void)?) in
            let rest = state.scans.leave(isDamaged: opening.isDamaged)
            if case .scan = rest { return (rest, nil) }
            defer { state.whenScanned = nil }
            return (rest, state.whenScanned)
        }
        defer { whenScanned?() }
        switch rest {
        case .scan(let next): return next
        case .repair: repair(scansAfterwards: true)
        case .nothing: break
        }
        return nil
    }

    private func scanOnce(_ scan: ScanQueue.Scan, _ opened: inout OpenStore?) throws(DatabaseError) -> ScanProgress {
        // A user without music gets no databases.
        let hasMusic = roots.contains { DirectoryListing.Status($0) != nil }
        guard hasMusic || opening.hasDatabase else { return ScanProgress() }
        let current = if let opened { opened } else { try opening.open() }
        opened = current
        do throws(DatabaseError) {
            let (roots, followsOutside) = state.withLock { ($0.roots, $0.followsOutside) }
            let scanner = LibraryScanner(
                store: current.store, roots: roots, followsOutside: followsOutside,
                retriesLeftOut: scan.request.retriesLeftOut, notes: ReadingNotes(path: places.reading),
                report: { [report] in report(.problem($0)) })
            let progress: ScanProgress
            if let changed = scan.request.changed {
                progress = try scanner.update(changed: changed, control: scan.control)
            } else if let path = scan.request.path {
                progress = try scanner.update(path, readsAll: scan.request.depth == .contents, control: scan.control)
            } else {
                progress = try scanner.scan(scan.request.depth, control: scan.control)
            }
            try watch(current.store, after: progress)
            return progress
        } catch {
            if error.code == .damaged { opening.noteDamage() }
            throw error
        }
    }
}
