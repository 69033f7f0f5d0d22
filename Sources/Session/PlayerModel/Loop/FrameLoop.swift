/// A part of media that is heard over and over, in frames: how what is played follows the media. Played frames are counted on and on:
/// the first pass counts like the media, and every later one goes on behind it.
package struct FrameLoop: Hashable, Sendable {
    /// The first frame of the part, and the frame behind its last one, in the media.
    package let start, end: Int64
    /// How many passes there are, up to the end of the last of which it is heard; `nil`: they do not end.
    package let passes: Int?

    /// Makes a loop of at least one frame.
    package init(start: Int64, end: Int64, passes: Int? = nil) {
        self.start = max(0, start)
        self.end = max(self.start + 1, end)
        self.passes = passes.map { max(1, $0) }
    }

    private var length: Int64 { end - start }

    /// Returns how many times playback has gone back by the played frame `played`.
    package func returns(by played: Double) -> Int {
        guard played >= Double(end) else { return 0 }
        let count = ((played - Double(end)) / Double(length)).rounded(.down) + 1
        return Int(min(count, passes.map { Double($0 - 1) } ?? 1e15))
    }

    /// Returns the frame of the media that is heard with the played frame `played`.
    package func place(of played: Double) -> Double { played - Double(returns(by: played)) * Double(length) }

    /// Returns the played frame with which a frame of the media is heard: the first time within the part, and behind its last pass.
    package func played(at place: Double) -> Double {
        place < Double(end) ? place : place + Double((passes ?? 1) - 1) * Double(length)
    }

    /// Returns the played frame with which playback goes back for the time `number`, from 1.
    func turn(_ number: Int) -> Double { Double(end) + Double(number - 1) * Double(length) }

    /// The played frame with which playback leaves the part; `nil` if it never does.
    var over: Double? { passes.map(turn) }

    /// Returns the played frame with which playback goes back next, or leaves the part; `nil` if it has left it.
    package func nextTurn(after played: Double) -> Double? {
        isOver(by: played) ? nil : turn(returns(by: played) + 1)
    }

    /// Returns whether playback has left the part by the played frame `played`, behind its last pass.
    package func isOver(by played: Double) -> Bool {
        over.map { played >= $0 } ?? false
    }
}
