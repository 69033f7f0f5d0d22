extension String {
    /// Returns the candidate with the smallest edit distance, or `nil` if none is near enough to be a typing error: that
    /// distance must be at most half the letters of the longer name.
    func nearest(among candidates: [String]) -> String? {
        let best = candidates.map { ($0, editDistance(to: $0)) }.min { $0.1 < $1.1 }
        guard let (name, distance) = best, distance * 2 <= Swift.max(count, name.count) else { return nil }
        return name
    }

    /// Returns how many letters must be inserted, deleted, replaced or swapped with their neighbour to turn this text into
    /// `other` (the optimal string alignment distance). The time grows with the product of the lengths.
    func editDistance(to other: String) -> Int {
        let left = Array(self)
        let right = Array(other)
        var beforeLast: [Int] = []
        var last = Array(0...right.count)
        for (row, letter) in left.enumerated() {
            var current = [row + 1]
            for (column, target) in right.enumerated() {
                var cost = Swift.min(last[column + 1] + 1, current[column] + 1, last[column] + (letter == target ? 0 : 1))
                if row > 0, column > 0, letter == right[column - 1], left[row - 1] == target {
                    cost = Swift.min(cost, beforeLast[column - 1] + 1)
                }
                current.append(cost)
            }
            (beforeLast, last) = (last, current)
        }
        return last[right.count]
    }
}
