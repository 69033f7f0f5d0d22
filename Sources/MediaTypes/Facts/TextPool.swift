/// Lets equal texts share their memory: thousands of tracks have the same artist and the same album.
package struct TextPool {
    private var texts: Set<String> = []

    package init() {}

    /// Returns the first given text that is equal to `text`.
    package mutating func shared(_ text: String?) -> String? {
        // Shorter strings are stored inline and have no memory of their own.
        guard let text, text.utf8.count > 15 else { return text }
        return texts.insert(text).memberAfterInsert
    }
}
