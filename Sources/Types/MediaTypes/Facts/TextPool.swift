/// Lets equal texts and equal album tags share their memory: thousands of tracks have the same artist and the same album.
package struct TextPool {
    private var texts: Set<String> = []
    private var albums: Set<SharedAlbumTags> = []

    package init() {}

    /// Returns the first given text that is equal to `text`.
    package mutating func shared(_ text: String?) -> String? {
        // Shorter strings are stored inline and have no memory of their own.
        guard let text, text.utf8.count > 15 else { return text }
        return texts.insert(text).memberAfterInsert
    }

    /// Returns the first given album tags that are equal to `tags`. Their texts share memory with other texts.
    package mutating func shared(_ tags: SharedAlbumTags?) -> SharedAlbumTags? {
        guard let tags else { return nil }
        if let index = albums.firstIndex(of: tags) { return albums[index] }
        var values = tags.tags
        values.artist = shared(values.artist)
        values.genre = shared(values.genre)
        return values.shared.map { albums.insert($0).memberAfterInsert }
    }
}
