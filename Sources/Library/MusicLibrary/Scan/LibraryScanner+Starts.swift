extension LibraryScanner {
    /// A directory at which comparing begins.
    struct Start {
        let path: [UInt8]
        /// The directory of music from which a scan of everything comes there.
        let root: [UInt8]
        /// The directory on the way there that is left out, with all that is below it: nothing is compared then.
        var leftOut: [UInt8]?

        /// The beginnings of a comparison of these directories, without those that are below none of the directories of music.
        static func all(at paths: [[UInt8]], below roots: [[UInt8]]) -> [Start] {
            var ignoreFiles = IgnoreFiles()
            return paths.compactMap { path -> Start? in
                var start: Start?
                for root in roots where path.isWithin(root) {
                    guard let leftOut = ignoreFiles.firstLeftOut(onWayTo: path, from: root) else {
                        return Start(path: path, root: root)
                    }
                    // From the nearest directory of music, the way leads furthest.
                    if leftOut.count > start?.leftOut?.count ?? 0 { start = Start(path: path, root: root, leftOut: leftOut) }
                }
                return start
            }
        }
    }
}
