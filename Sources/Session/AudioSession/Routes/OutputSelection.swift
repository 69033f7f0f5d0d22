/// The outputs that a client chose to play together: which of them are there, and which one is the primary, by which positions are
/// counted.
///
/// An output that is lost is taken out, and used again when it is back. The primary stays the primary as long as it is there, so
/// that the return of an output moves nothing.
struct OutputSelection: Hashable, Sendable {
    private struct Member: Hashable {
        let choice: OutputChoice
        /// The private output that the sink was when it was last there. If the sink then plays through something else, its sound
        /// would come out of a loudspeaker that nobody chose.
        var privately: GraphSink?
    }

    private var members: [Member]
    /// The outputs that are there: the primary, then the others in the order in which they were chosen.
    private(set) var present: [OutputChoice] = []

    /// Chooses `choices`, the first as the primary. ``look(at:)`` finds out which of them are there.
    init(_ choices: [OutputChoice]) { members = choices.map { Member(choice: $0) } }

    /// The outputs that were chosen, whether or not they are there, in the order in which they were chosen.
    var choices: [OutputChoice] { members.map(\.choice) }

    /// Whether the sound goes to more than one output now.
    var isShared: Bool { present.count > 1 }

    /// Returns whether another output than the sink `uid` is there, where the sound goes on if that sink is lost.
    func outlives(_ uid: String) -> Bool { present.contains { $0.sink != uid } }

    /// Takes the sink `uid` out for good, because somebody sent its stream elsewhere.
    mutating func remove(_ uid: String) {
        members.removeAll { $0.choice.sink == uid }
        present.removeAll { $0.sink == uid }
    }

    /// Finds out which of the outputs are there in `graph`. Returns whether that has changed.
    mutating func look(at graph: GraphSnapshot) -> Bool {
        var found: [OutputChoice] = []
        for index in members.indices where isPresent(&members[index], in: graph) { found.append(members[index].choice) }
        if let primary = present.first, let place = found.firstIndex(of: primary) {
            found.insert(found.remove(at: place), at: 0)
        }
        defer { present = found }
        return found != present
    }

    private func isPresent(_ member: inout Member, in graph: GraphSnapshot) -> Bool {
        guard let sink = graph.sink(member.choice.sink), !graph.hasLost(sink) else { return false }
        if let port = member.choice.port { return sink.device?.port == port }
        if let before = member.privately { return sink.isPrivateOutput(before) }
        if sink.type.isPrivate { member.privately = sink }
        return true
    }
}
