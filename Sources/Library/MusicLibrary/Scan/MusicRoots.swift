/// The directories of music as clients see them: as one tree of relative paths.
///
/// A single directory is the tree itself. Several are directories at its top, each under its own name.
package struct MusicRoots: Hashable, Sendable {
    private struct Root: Hashable {
        let path: [UInt8]
        /// The name at the top of the tree; empty for a single directory.
        let name: [UInt8]
    }

    private let roots: [Root]

    private static let slash = UInt8(ascii: "/")

    /// Makes a tree of directories: absolute paths without a slash at the end. One that is below another is part of that.
    package init(_ paths: [[UInt8]]) {
        var kept: [[UInt8]] = []
        for path in paths where !paths.contains(where: { path.starts(with: $0 + [Self.slash]) }) && !kept.contains(path) {
            kept.append(path)
        }
        guard kept.count > 1 else {
            roots = kept.map { Root(path: $0, name: []) }
            return
        }
        var roots: [Root] = []
        for path in kept {
            let last = Array(path.nameInPath)
            var (name, number) = (last, 2)
            while roots.contains(where: { $0.name == name }) {
                name = last + Array(" (\(number))".utf8)
                number += 1
            }
            roots.append(Root(path: path, name: name))
        }
        self.roots = roots
    }

    /// The paths of the directories.
    package var paths: [[UInt8]] { roots.map(\.path) }

    /// The paths of the directories with their names at the top of the tree; none if a single directory is the tree.
    package var top: [(name: [UInt8], path: [UInt8])] { roots.count > 1 ? roots.map { ($0.name, $0.path) } : [] }

    /// Returns the place of an absolute path in the tree; `nil` if it is outside.
    package func place(of path: [UInt8]) -> [UInt8]? {
        for root in roots {
            if path == root.path { return root.name }
            if path.starts(with: root.path + [Self.slash]) {
                let rest = Array(path[(root.path.count + 1)...])
                return root.name.isEmpty ? rest : root.name + [Self.slash] + rest
            }
        }
        return nil
    }

    /// Returns the absolute path of a place in the tree; `nil` if there can be none. A slash at either end means nothing. The top
    /// of several directories has no path.
    package func path(of place: [UInt8]) -> [UInt8]? {
        let parts = place.split(separator: Self.slash)
        guard !place.contains(0), !parts.contains([0x2E]), !parts.contains([0x2E, 0x2E]) else { return nil }
        if roots.count == 1 { return roots[0].path + parts.flatMap { [Self.slash] + $0 } }
        guard let first = parts.first, let root = roots.first(where: { $0.name.elementsEqual(first) }) else { return nil }
        return root.path + parts.dropFirst().flatMap { [Self.slash] + $0 }
    }
}
