import TestSupport
import Testing

@Suite("An album that is cut from one piece")
struct AlbumTests {
    /// From shorter than one packet to many, none a multiple of any packet.
    private static let lengths = [44_321, 4_097, 30_011, 777, 1_301, 22_051, 2_204, 65_531]

    @Test(
        "comes out of the engine as its parts decode, joined: nothing between, nothing lost, nothing changed",
        arguments: Recipe.albums)
    func joined(recipe: Recipe) async throws { try await expectExactly(Self.lengths, recipe, quantum: 333) }

    @Test("of a hundred tracks of 50 ms is exact too", arguments: Recipe.albums)
    func shortTracks(recipe: Recipe) async throws {
        try await expectExactly(Array(repeating: recipe.sampleRate / 20, count: 100), recipe, quantum: 1_024)
    }

    private func expectExactly(_ lengths: [Int], _ recipe: Recipe, quantum: Int) async throws {
        let directory = try TemporaryDirectory()
        let piece = recipe.noise(frameCount: lengths.reduce(0, +))
        let album = try await Album.cut(piece, into: lengths, recipe: recipe, in: directory)
        let stage = await MediaStage()
        let heard = try await stage.play(album.paths, quantum: quantum)
        let expected = album.audio.planes
        #expect(heard.map(\.count) == expected.map(\.count))
        let first = zip(heard[0], expected[0]).enumerated().first { $1.0 != $1.1 }?.offset
        #expect(first == nil && heard.count == expected.count, "they differ first at frame \(first ?? -1)")
        // Outside of the expectation, which would print all samples.
        let isEqual = heard == expected
        #expect(isEqual)
        #expect(stage.failures.isEmpty)
        await stage.engine.end()
    }
}
