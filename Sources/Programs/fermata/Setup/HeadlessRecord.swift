import JSON

/// What `setup --headless` has done for a user, so that `--undo` takes back that, and nothing that was so before.
struct HeadlessRecord: Hashable {
    /// Where the records are.
    static let directory = "/var/lib/fermata-headless"

    var madeUser = false
    var lingered = false
    /// Whether a limit for real-time priority was written.
    var grantedRealTime = false
    /// The units that were enabled before, which disabling others may disable, too.
    var unitsBefore: [String] = []
    var groups: [String] = []
    /// The files that were written, by their paths in the home directory, with their texts.
    var files: [File] = []
    /// The units that were enabled.
    var units: [String] = []

    /// A file that was written.
    struct File: Hashable {
        let path: String
        let text: String
    }

    /// The record's file.
    static func path(of user: String) -> String { "\(directory)/\(user).json" }

    init() {}

    init(parsing text: String) throws(JSONMismatch) {
        guard let json = try? JSONValue(parsing: text), let object = json.objectValue else {
            throw JSONMismatch("the record", isNo: "object")
        }
        madeUser = try object.bool("madeUser")
        lingered = try object.bool("lingered")
        grantedRealTime = try object.bool("grantedRealTime")
        unitsBefore = try object.strings("unitsBefore")
        groups = try object.strings("groups")
        units = try object.strings("units")
        files = try object.array("files").compactMap { value in
            guard let file = value.objectValue, let path = file["path"]?.stringValue, let text = file["text"]?.stringValue else {
                return nil
            }
            return File(path: path, text: text)
        }
    }

    /// The text of the record's file.
    var text: String {
        let files: [JSONValue] = files.map { ["path": .string($0.path), "text": .string($0.text)] }
        let object: JSONValue = [
            "madeUser": .bool(madeUser), "lingered": .bool(lingered), "grantedRealTime": .bool(grantedRealTime),
            "unitsBefore": .array(unitsBefore.map { .string($0) }),
            "groups": .array(groups.map { .string($0) }),
            "units": .array(units.map { .string($0) }), "files": .array(files),
        ]
        return object.text + "\n"
    }
}
