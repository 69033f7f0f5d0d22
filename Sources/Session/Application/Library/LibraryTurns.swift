/// How long a question to the library takes, as far as its kind tells.
package enum QuestionLength: Hashable, Sendable {
    /// It asks for single songs, for a list that an index has, or for numbers.
    case short
    /// It may look at every song.
    case long
}

/// The questions of clients to the library, which answers one at a time. Clients take turns, and short questions go first: somebody who
/// asks for a song does not wait until thirty others have searched a whole library. A value.
struct LibraryTurns<Question> {
    /// How many short questions may go before a long one that waits.
    private static var patience: Int { 16 }

    private var short: FairQueue<Question>
    private var long: FairQueue<Question>
    private var shortInARow = 0
    private var isAnswering = false

    /// - Parameter waitingPerClient: the most questions of each length that wait for one client.
    init(waitingPerClient: Int) {
        let limits = FairQueue<Question>.Limits(running: 1, runningPerClient: 1, waitingPerClient: waitingPerClient)
        (short, long) = (FairQueue(limits), FairQueue(limits))
    }

    /// Adds a question; returns `false` if too many of that client wait.
    mutating func add(_ question: Question, _ length: QuestionLength, of client: Origin) -> Bool {
        switch length {
        case .short: short.add(question, of: client)
        case .long: long.add(question, of: client)
        }
    }

    /// Takes the question that is to be asked now; `nil` if there is none, or while one is answered. Each result needs one call of
    /// ``end(_:_:)`` or ``putBack(_:_:of:)``.
    mutating func begin() -> (client: Origin, question: Question, length: QuestionLength)? {
        guard !isAnswering else { return nil }
        let longFirst = shortInARow >= Self.patience ? long.begin() : nil
        if longFirst == nil, let (client, question) = short.begin() {
            (isAnswering, shortInARow) = (true, shortInARow + 1)
            return (client, question, .short)
        }
        guard let (client, question) = longFirst ?? long.begin() else { return nil }
        (isAnswering, shortInARow) = (true, 0)
        return (client, question, .long)
    }

    /// Notes that a question was answered.
    mutating func end(_ length: QuestionLength, of client: Origin) {
        isAnswering = false
        switch length {
        case .short: short.end(client)
        case .long: long.end(client)
        }
    }

    /// Takes a question back that could not be answered now.
    mutating func putBack(_ question: Question, _ length: QuestionLength, of client: Origin) {
        isAnswering = false
        switch length {
        case .short: short.putBack(question, of: client)
        case .long: long.putBack(question, of: client)
        }
    }

    /// Forgets the waiting questions of a client.
    mutating func drop(_ client: Origin) {
        short.drop(client)
        long.drop(client)
    }
}
