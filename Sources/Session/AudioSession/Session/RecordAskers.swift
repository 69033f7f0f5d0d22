/// A program that uses the session, as the process that has made its connection.
package struct ClientProcess: Hashable, Sendable {
    /// A process, which is never taken for another one that got its number later.
    package struct Identity: Hashable, Sendable {
        package let number: Int32
        /// When it began; the unit does not matter.
        package let startTick: UInt64

        /// Makes an identity.
        package init(number: Int32, startTick: UInt64) {
            self.number = number
            self.startTick = startTick
        }
    }

    /// The process itself, its parent, and so on; not empty.
    package let lineage: [Identity]
    /// Whether it runs in a sandbox.
    package let isSandboxed: Bool

    /// Makes a program; `nil` without any process.
    package init?(lineage: [Identity], isSandboxed: Bool) {
        guard !lineage.isEmpty else { return nil }
        self.lineage = lineage
        self.isSandboxed = isSandboxed
    }

    /// Whether both are one process, or one descends from the other.
    func isRelated(to other: ClientProcess) -> Bool { descends(from: other) || other.descends(from: self) }

    /// Whether it is that process, or descends from it.
    func descends(from other: ClientProcess) -> Bool { lineage.contains(other.lineage[0]) }
}

/// Where the answer comes from to the question whether a program may record.
package enum RecordAnswerer: Hashable, Sendable {
    /// The process of a client; `nil` if the system does not tell it.
    case client(ClientProcess?)
    /// The process that shows the notifications of the desktop, in which a person has chosen; `nil` if the system does not tell it.
    case desktop(ClientProcess?)

    var process: ClientProcess? {
        switch self {
        case .client(let process), .desktop(let process): process
        }
    }
}

/// The programs that have asked whether they may record, and who may give the answer. A value.
///
/// A program must not answer its own question. So the answer comes from a process in no sandbox that neither descends from one that has
/// asked, nor is an ancestor of one. Only a desktop that shows notifications may be an ancestor: it starts the programs of its user.
package struct RecordAskers: Hashable, Sendable {
    /// How many are remembered, for as long as the daemon runs: the answer to somebody else would count for them too.
    static let most = 256

    private var askers: [ClientProcess] = []

    /// Makes the value before anybody has asked.
    package init() {}

    /// Notes that a program asks.
    /// - Throws: `permissionDenied` if nobody knows which program it is: then nobody could say who may answer.
    package mutating func ask(_ asker: ClientProcess?) throws(SessionError) {
        guard let asker else {
            throw SessionError(
                .permissionDenied, "the system does not tell which program wants to record, so nobody can be asked about it")
        }
        guard !askers.contains(asker) else { return }
        if askers.count >= Self.most { askers.removeFirst() }
        askers.append(asker)
    }

    /// Throws unless the answer may come from there. Everybody may deny.
    /// - Throws: `permissionDenied`; the sentence says why.
    package func check(_ isGranted: Bool, by answerer: RecordAnswerer) throws(SessionError) {
        guard isGranted else { return }
        guard let process = answerer.process else { throw Self.refusal("the system does not tell which program answers") }
        guard !process.isSandboxed else { throw Self.refusal("a program in a sandbox cannot answer") }
        guard !askers.isEmpty else { throw Self.refusal("nobody has asked") }
        let isOwn: (ClientProcess) -> Bool =
            switch answerer {
            case .client: process.isRelated
            case .desktop: process.descends
            }
        guard !askers.contains(where: isOwn) else {
            throw Self.refusal(
                "a program cannot answer its own question, and neither can one that it has started or that has started it")
        }
    }

    private static func refusal(_ reason: String) -> SessionError {
        SessionError(.permissionDenied, "recording is not allowed by this answer: \(reason)")
    }
}
