package import Database

/// Answers that were made of the whole library, until it changes. Many clients ask for the same list whenever somebody opens it.
struct KeptAnswers {
    /// The library's version of which all answers are.
    private var version: Int64?
    private var answers: [AnyHashable: any Sendable] = [:]
    private var bytes = 0

    /// The most bytes of all answers together.
    static let limit = 4 << 20
    /// The most answers: a question itself is as long as a line of a client at most.
    static let mostAnswers = 32

    /// Returns the answer to `question` in this version of the library.
    mutating func answer(to question: AnyHashable, in version: Int64?) -> (any Sendable)? {
        if version != self.version { forget() }
        self.version = version
        return answers[question]
    }

    /// Keeps an answer of the version that was asked for last. All others go if there is no room for it.
    mutating func keep(_ answer: any Sendable, bytes: Int, to question: AnyHashable) {
        guard bytes <= Self.limit else { return }
        if self.bytes + bytes > Self.limit || answers.count >= Self.mostAnswers { forget() }
        answers[question] = answer
        self.bytes += bytes
    }

    private mutating func forget() { (answers, bytes) = ([:], 0) }
}

extension LibraryStore {
    /// Returns what `make` makes of the library, or what it has made for the same question since the last change of the library.
    /// - Parameters:
    ///   - question: all that the answer depends on besides what the files say.
    ///   - size: returns how many bytes an answer has.
    ///   - make: makes the answer. It begins no transaction, writes nothing, and reads nothing that the user has made.
    package func kept<Answer: Sendable>(
        for question: some Hashable, size: (Answer) -> Int, make: () throws(DatabaseError) -> Answer
    ) throws(DatabaseError) -> Answer {
        try reading { () throws(DatabaseError) in
            let version = try dataVersion()
            let question = AnyHashable(question)
            if let kept = keptAnswers.answer(to: question, in: version) as? Answer { return kept }
            let answer = try make()
            keptAnswers.keep(answer, bytes: size(answer), to: question)
            return answer
        }
    }
}
