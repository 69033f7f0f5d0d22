import MediaTypes

extension Demuxer {
    /// The chapters as players show them: in order, and none over another one.
    var orderedChapters: [MediaChapter] {
        MediaChapter.ordered(
            chapters.map { chapter in
                // A chapter that ends where it begins goes on to the next one.
                MediaChapter(
                    start: chapter.start, end: chapter.end > chapter.start ? chapter.end : nil,
                    title: chapter.title.isEmpty ? nil : chapter.title)
            })
    }
}
