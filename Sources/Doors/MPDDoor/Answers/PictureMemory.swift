/// The pictures that clients are fetching, one for each client. They are kept so that the file is not opened for each piece.
/// A value.
struct PictureMemory {
    private let limit: Int
    /// The one that was used last is the last.
    private var pictures: [FetchedPicture] = []

    /// Makes the memory.
    /// - Parameter limit: the most bytes of all pictures together.
    init(limit: Int = 64 << 20) { self.limit = limit }

    /// Takes out what is kept for a client; `nil` if that is another picture, or the client begins anew.
    mutating func take(from client: UInt64, uri: String, offset: Int) -> FetchedPicture? {
        guard let index = pictures.firstIndex(where: { $0.client == client }) else { return nil }
        let picture = pictures.remove(at: index)
        return picture.uri == uri && offset > 0 ? picture : nil
    }

    /// Keeps a picture in place of the one that its client had. Those that were not used for the longest time make room for it.
    mutating func keep(_ picture: FetchedPicture) {
        forget(picture.client)
        pictures.append(picture)
        var bytes = pictures.reduce(0) { $0 + $1.bytes.count }
        while bytes > limit, let oldest = pictures.first {
            bytes -= oldest.bytes.count
            pictures.removeFirst()
        }
    }

    /// Forgets the picture of a client that has left.
    mutating func forget(_ client: UInt64) { pictures.removeAll { $0.client == client } }
}
