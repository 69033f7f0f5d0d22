import TestSupport
import Testing

@Suite("An album that a sink gets", .serialized)
struct AlbumTests {
    @Test("is its parts as they decode, joined: nothing between, nothing lost, nothing changed", arguments: Recipe.albums)
    func joined(recipe: Recipe) async throws { try await expectExactly([22_051, 4_097, 30_011, 777, 12_345], recipe) }

    @Test("of a hundred tracks of 50 ms is exact too", arguments: Recipe.all)
    func shortTracks(recipe: Recipe) async throws {
        try await expectExactly(Array(repeating: recipe.sampleRate / 20, count: 100), recipe)
    }

    private func expectExactly(_ lengths: [Int], _ recipe: Recipe) async throws {
        let stage = try await Stage.set(rate: recipe.sampleRate)
        let piece = recipe.noise(frameCount: lengths.reduce(0, +))
        let album = try await Album.cut(piece, into: lengths, recipe: recipe, in: stage.system.directory)
        let uris = album.paths.map { "\"\($0)\"" }.joined(separator: ",")
        try await stage.client.call("queue.add", "{\"uris\":[\(uris)]}")
        try await stage.client.call("play")
        try await stage.waitForEnd()
        try await stage.expectExactly(album.audio)
    }
}
