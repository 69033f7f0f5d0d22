import AudioTypes

/// Which input goes to which output, and how loud: a factor for each pair.
package struct ChannelMatrix: Hashable, Sendable {
    /// A row for each output, in it a factor for each input.
    package let rows: [[Double]]

    /// The factors that an entry may have: 12 dB, in both phases.
    package static let factors = -4.0...4.0

    /// Makes a matrix, or returns `nil` unless it has as many rows as columns, 1…64, and each factor is within ``factors``.
    package init?(_ rows: [[Double]]) {
        guard (1...ChannelLayout.maximumChannelCount).contains(rows.count),
            rows.allSatisfy({ row in row.count == rows.count && row.allSatisfy(Self.factors.contains) })
        else { return nil }
        self.rows = rows
    }

    private init(known rows: [[Double]]) { self.rows = rows }

    /// The matrix that leaves `channelCount` channels as they are.
    package static func identity(_ channelCount: Int) -> ChannelMatrix {
        ChannelMatrix(known: (0..<channelCount).map { row in (0..<channelCount).map { $0 == row ? 1 : 0 } })
    }

    /// The number of channels.
    package var channelCount: Int { rows.count }

    /// Whether every channel stays as it is.
    package var isNeutral: Bool { self == .identity(channelCount) }

    /// This matrix behind `first`. Both have the same number of channels.
    package func after(_ first: ChannelMatrix) -> ChannelMatrix {
        ChannelMatrix(
            known: rows.map { row in
                first.rows.indices.map { column in row.indices.reduce(0) { $0 + row[$1] * first.rows[$1][column] } }
            })
    }

    /// By how much the loudest output can become larger than the inputs, as a factor: all inputs of it at their peak at once.
    package var largestGain: Double { rows.map { $0.reduce(0) { $0 + abs($1) } }.max() ?? 1 }
}
