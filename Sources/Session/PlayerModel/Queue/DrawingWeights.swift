package import AudioTypes

import func Glibc.log10
import func Glibc.pow

/// How much sooner some ids of a queue that shuffles come than others. Without weights, every order is as likely as any other.
struct DrawingWeights: Sendable {
    /// By ids; an id without one has 1.
    var byID: [Int64: Double] = [:]

    var isEmpty: Bool { byID.isEmpty }

    func weight(of id: Int64) -> Double { byID[id] ?? 1 }

    /// The weight of an album: the mean of those of its songs, so that its length does not count.
    func weight(of album: [Int64]) -> Double { album.reduce(0) { $0 + weight(of: $1) } / Double(max(1, album.count)) }

    /// Returns elements in a random order. Of two, the one with twice the weight is the first twice as often (Efraimidis and Spirakis, 2006).
    func shuffled<Element>(
        _ elements: [Element], using random: inout SeededGenerator, by weight: (Element) -> Double
    ) -> [Element] {
        if isEmpty { return elements.shuffled(using: &random) }
        var keys: [(key: Double, place: Int)] = []
        for (place, element) in elements.enumerated() {
            let chance = Double.random(in: Double.leastNormalMagnitude..<1, using: &random)
            keys.append((-log10(chance) / max(weight(element), Double.leastNormalMagnitude), place))
        }
        return keys.sorted { $0.key < $1.key }.map { elements[$0.place] }
    }
}

/// What is known of a song when a round of shuffle is drawn.
package struct DrawingFacts: Hashable, Sendable {
    /// From 0 to 10; `nil` if nobody has rated it.
    package var rating: Double?
    /// In seconds since 1970; `nil` if it was never played.
    package var lastPlayed: Double?

    package init(rating: Double? = nil, lastPlayed: Double? = nil) { (self.rating, self.lastPlayed) = (rating, lastPlayed) }
}

extension DrawingFacts {
    /// The rating that counts for a song that nobody has rated.
    private static let usualRating = 5.0
    /// By how many points of a rating the weight doubles: 10 weighs four times as much as 5, and 0 a quarter.
    private static let doublingPoints = 2.5
    /// After how many days a song that was played weighs as much as one that never was, and the smallest part that it weighs before.
    private static let (restDays, leastPart) = (30.0, 1.0 / 16)

    /// Returns the weight of the song at `now`, in seconds since 1970, by what is to count.
    package func weight(by wanted: Set<ShuffleWeight>, now: Double) -> Double {
        var weight = 1.0
        if wanted.contains(.rating) {
            let rating = min(max(0, rating ?? Self.usualRating), 10)
            weight *= pow(2, (rating - Self.usualRating) / Self.doublingPoints)
        }
        if wanted.contains(.leastRecent), let lastPlayed {
            weight *= min(1, max(Self.leastPart, (now - lastPlayed) / 86_400 / Self.restDays))
        }
        return weight
    }
}

extension PlayQueue {
    /// Takes over the weights of items; without any, all count the same.
    /// - Parameter redraws: whether what is to come is drawn anew by them.
    /// - Returns: whether the order of playing is another one.
    mutating func weigh(_ weights: [Int64: Double], redraws: Bool) -> Bool {
        rounds.weights.byID = weights
        guard redraws, modes.shuffles else { return false }
        let old = rounds.upcoming
        rounds.redraw(by: priorities, albums: albumOrder)
        return rounds.upcoming != old
    }
}

extension Player {
    /// Takes over how much sooner items come in a queue that shuffles, by their ids.
    /// - Parameter redraws: whether what is to come is drawn anew by them.
    package mutating func weigh(_ weights: [Int64: Double], redraws: Bool) -> [PlayerAction] {
        queue.weigh(weights, redraws: redraws) ? [.save] + reviewAhead() : []
    }
}
