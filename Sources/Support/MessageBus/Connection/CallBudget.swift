/// What each other program on a bus may call. A value; times are in nanoseconds of one clock.
///
/// A bus keeps the answers for a program that does not read them, and so do we as long as the bus does not take them. Nobody
/// tells who reads. So everybody gets answers only at a pace that a panel never needs. Whoever calls more gets an error a few
/// times, and then nothing, until it has called less for some seconds.
struct CallBudget {
    /// What becomes of a call.
    enum Verdict: Equatable {
        case serve
        /// An error says that there are too many calls.
        case refuse
        /// There is no answer: also an error is an answer that may never be read.
        case ignore
    }

    private struct Account {
        var credit: Double
        var time: Int64
        /// How many calls were refused since there was credit for several.
        var refusals = 0
    }

    /// How many calls may come at once.
    static let burst = 400.0
    /// How many calls may come in a second for any length of time.
    static let perSecond = 100.0
    /// So many bytes of an answer cost as much as a call.
    static let bytesPerCall = 4_096.0
    /// How many calls beyond that are answered with an error.
    static let refusals = 16
    /// How much credit ends the silence towards a program that got these errors.
    static let recovery = burst / 4
    /// How many programs have an account. All others share one.
    static let mostAccounts = 1_024

    private var accounts: [String: Account] = [:]

    /// How many programs have an account.
    var count: Int { accounts.count }

    /// Decides about a call of the program with the unique name `sender`.
    mutating func judge(_ sender: String, at time: Int64) -> Verdict {
        let name = self.name(sender, at: time)
        var account = current(name, at: time)
        defer { accounts[name] = account }
        if account.refusals > 0, account.credit >= Self.recovery { account.refusals = 0 }
        if account.refusals == 0, account.credit >= 1 {
            account.credit -= 1
            return .serve
        }
        account.refusals = min(account.refusals + 1, Self.refusals + 1)
        return account.refusals > Self.refusals ? .ignore : .refuse
    }

    /// Charges an answer of so many bytes.
    mutating func charge(_ sender: String, bytes: Int, at time: Int64) {
        let name = accounts[sender] == nil ? "" : sender
        var account = current(name, at: time)
        account.credit = max(-Self.burst, account.credit - Double(bytes) / Self.bytesPerCall)
        accounts[name] = account
    }

    private func current(_ name: String, at time: Int64) -> Account {
        guard var account = accounts[name] else { return Account(credit: Self.burst, time: time) }
        account.credit = min(Self.burst, account.credit + Double(max(0, time - account.time)) / 1e9 * Self.perSecond)
        account.time = time
        return account
    }

    /// Returns the name of the account of a program: the empty one if there are too many.
    private mutating func name(_ sender: String, at time: Int64) -> String {
        if accounts[sender] != nil || accounts.count < Self.mostAccounts { return sender }
        // An account with all its credit says nothing.
        accounts = accounts.filter { current($0.key, at: time).credit < Self.burst }
        return accounts.count < Self.mostAccounts ? sender : ""
    }
}

extension BusValue {
    /// About how many bytes the value takes in a message.
    var byteCount: Int {
        switch self {
        case .byte, .boolean, .int16, .uint16, .int32, .uint32, .int64, .uint64, .double, .descriptor: 8
        case .string(let text): text.utf8.count + 8
        case .objectPath(let path): path.description.utf8.count + 8
        case .signature(let types): types.count + 8
        case .variant(let value): value.byteCount + 8
        case .array(_, let values), .structure(let values): values.reduce(8) { $0 + $1.byteCount }
        case .dictionary(_, _, let entries): entries.reduce(8) { $0 + $1.key.byteCount + $1.value.byteCount }
        }
    }
}
