import FoundationEssentials

/// Returns the nice values of this process's threads of that name.
package func niceValues(ofThreads name: String) -> [Int] {
    let tasks = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/task")) ?? []
    return tasks.compactMap { task in
        guard let text = try? String(contentsOfFile: "/proc/self/task/\(task)/stat", encoding: .utf8),
            let opening = text.firstIndex(of: "("), let closing = text.lastIndex(of: ")"),
            text[text.index(after: opening)..<closing] == name
        else { return nil }
        // What stands behind the name is numbered from 3 on in proc(5), where the nice value is 19.
        let fields = text[text.index(after: closing)...].split(separator: " ")
        return fields.count > 16 ? Int(fields[16]) : nil
    }
}
