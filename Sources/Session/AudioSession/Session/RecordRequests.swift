import AudioTypes

/// A question whether a program may record, which waits for a person.
package struct RecordRequest: Hashable, Sendable {
    /// The longest purpose, in characters of Unicode.
    package static let longestPurpose = 200

    /// Names the question, for as long as the daemon runs.
    package let id: Int64
    /// The process that asks.
    package let process: ClientProcess.Identity
    /// What the program calls itself; `nil` if nobody knows.
    package let program: String?
    /// What it wants to record for, in its own words; `nil` if it does not say.
    package let purpose: String?
    /// When it asked, in seconds since 1970.
    package let time: Double

    /// How the wait for an answer ended.
    package enum End: String, Hashable, Sendable {
        /// A person, or the configuration, allows it.
        case allowed
        /// A person, or the configuration, denies it.
        case denied
        /// The client that asked is gone.
        case withdrawn
    }

    /// Makes a question.
    package init(id: Int64, process: ClientProcess.Identity, program: String?, purpose: String?, time: Double) {
        (self.id, self.process, self.program) = (id, process, program)
        (self.purpose, self.time) = (purpose, time)
    }
}

/// The questions that wait for a person, who may answer them, and what was answered to single programs. A value.
///
/// The answer to one question is for the program that has asked it, until that program ends. The answer to all is the session's, and takes
/// the place of all single ones.
package struct RecordRequests: Sendable {
    /// How many questions of one program wait at most, and how many of all.
    package static let mostOfProgram = 8
    package static let most = 64
    /// How many answers to single programs are remembered. A program whose answer was forgotten is a new question.
    static let mostAnswers = 256

    /// The questions that wait, oldest first.
    package private(set) var waiting: [RecordRequest] = []
    private var askers = RecordAskers()
    private var answers: [(process: ClientProcess.Identity, isGranted: Bool)] = []
    private var lastID: Int64 = 0

    /// Makes the value before anybody has asked.
    package init() {}

    /// Returns whether a program may record, if `general` is what holds for all.
    package func permission(of program: ClientProcess?, general: RecordPermission) -> RecordPermission {
        guard general == .undetermined, let process = program?.lineage[0],
            let answer = answers.first(where: { $0.process == process })
        else { return general }
        return answer.isGranted ? .granted : .denied
    }

    /// Adds a question.
    /// - Parameters:
    ///   - name: what the program calls itself.
    ///   - purpose: in its own words; whatever a terminal would obey is taken out.
    ///   - time: now, in seconds since 1970.
    /// - Throws: `permissionDenied` if nobody knows which program asks, `tooManyRequests`.
    package mutating func ask(
        _ program: ClientProcess?, name: String?, purpose: String?, at time: Double
    ) throws(SessionError) -> RecordRequest {
        try askers.ask(program)
        guard let process = program?.lineage[0] else { preconditionFailure("a program without a process may not ask") }
        guard waiting.count(where: { $0.process == process }) < Self.mostOfProgram else {
            throw SessionError(
                .tooManyRequests,
                "\(Self.mostOfProgram) requests of this program for permission to record wait, which is the limit: wait for an answer"
            )
        }
        guard waiting.count < Self.most else {
            throw SessionError(
                .tooManyRequests,
                "\(Self.most) requests for permission to record wait, which is the limit: answer them, with `fermata permission`")
        }
        lastID += 1
        let request = RecordRequest(
            id: lastID, process: process, program: name, purpose: purpose.flatMap(Self.shown), time: time)
        waiting.append(request)
        return request
    }

    /// Takes in an answer, and returns the questions that do not wait any more.
    /// - Parameters:
    ///   - id: the question, with all others of its program; `nil` for all questions of all programs.
    ///   - answerer: where the answer comes from.
    /// - Throws: `requestNotFound`, and `permissionDenied` if the answer must not come from there.
    package mutating func answer(
        _ isGranted: Bool, to id: Int64? = nil, by answerer: RecordAnswerer
    ) throws(SessionError) -> [RecordRequest] {
        guard let id else {
            try askers.check(isGranted, by: answerer)
            return settle()
        }
        guard let request = waiting.first(where: { $0.id == id }) else {
            throw SessionError(
                .requestNotFound,
                "no request \(id) waits for permission to record: it was answered, or the program that asked has gone")
        }
        try askers.check(isGranted, by: answerer)
        answers.removeAll { $0.process == request.process }
        // A program that denies itself says nothing that a person has said: its next question counts again.
        if isGranted || answerer.process?.lineage.contains(request.process) != true {
            if answers.count >= Self.mostAnswers { answers.removeFirst() }
            answers.append((request.process, isGranted))
        }
        return remove { $0.process == request.process }
    }

    /// Ends all questions, and forgets the answers to single programs, because there is one for all now. Returns the questions.
    package mutating func settle() -> [RecordRequest] {
        answers = []
        return remove { _ in true }
    }

    /// Removes a question whose client is gone. Returns it, if it still waited.
    package mutating func withdraw(_ id: Int64) -> RecordRequest? { remove { $0.id == id }.first }

    private mutating func remove(_ isMeant: (RecordRequest) -> Bool) -> [RecordRequest] {
        let removed = waiting.filter(isMeant)
        waiting.removeAll(where: isMeant)
        return removed
    }

    private static func shown(_ purpose: String) -> String? {
        let clean = String(String.UnicodeScalarView(CleanText.of(purpose).unicodeScalars.prefix(RecordRequest.longestPurpose)))
        return clean.contains { $0 != " " } ? clean : nil
    }
}
