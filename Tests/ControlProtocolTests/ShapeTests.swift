import JSON
import Testing

@testable import ControlProtocol

@Suite("Shapes of wire values")
struct ShapeTests {
    /// A value with every sort of member.
    private struct Sample: WireObject {
        struct Part: WireObject {
            var width: Int

            static let shape = WireShape(
                Part.init(width:), .of(\.width, .required("width", .integer(minimum: 1), "In metres.")))
        }

        var name: String
        var weight: Double?
        var owner: String?
        var part: Part?
        var inner: Part
        var isNew: Bool
        var count: Int?
        var tags: [String]

        static let shape = WireShape(
            Sample.init(name:weight:owner:part:inner:isNew:count:tags:),
            .of(\.name, .required("name", .string, "The name.")),
            .of(\.weight, .nullable("weight", .number(in: 0...9), "In kilograms.")),
            .of(\.owner, .optional("owner", .string, "The owner.")),
            .of(\.part, .optional("part", .value, "A part.")),
            .of(\.inner, .inline),
            .of(\.isNew, .mark("isNew", "Present if it is new.")),
            .of(\.count, .newer("count", .integer(), "How many there are.")),
            .of(\.tags, .unlessEmpty("tags", .strings, "The tags.")))
    }

    private static let full = Sample(
        name: "a", weight: 2, owner: "b", part: Sample.Part(width: 3), inner: Sample.Part(width: 4), isNew: true, count: 5,
        tags: ["c"])
    private static let empty = Sample(
        name: "a", weight: nil, owner: nil, part: nil, inner: Sample.Part(width: 4), isNew: false, count: nil, tags: [])

    @Test("the members are written in the order in which they are stated, and those without a value are null or left out")
    func writing() {
        #expect(
            Self.full.json.text == """
                {"name":"a","weight":2.0,"owner":"b","part":{"width":3},"width":4,"isNew":true,"count":5,"tags":["c"]}
                """)
        #expect(Self.empty.json.text == #"{"name":"a","weight":null,"width":4}"#)
    }

    @Test("a value is read as it was written", arguments: [full, empty])
    private func reading(sample: Sample) throws { #expect(try Sample(json: sample.json) == sample) }

    @Test("the schema lists the members, and the members of an inner value among them")
    func schema() {
        guard case .object(let fields) = Sample.schema else { Issue.record("no object"); return }
        #expect(fields.map(\.name) == ["name", "weight", "owner", "part", "width", "isNew", "count", "tags"])
        #expect(fields.filter(\.isRequired).map(\.name) == ["name", "weight", "width", "count"])
        #expect(Sample.reference == .reference("Sample"))
    }

    private func read(_ name: String, _ value: JSONValue?) throws(JSONMismatch) -> Sample {
        var object = Self.full.json.objectValue ?? [:]
        object[name] = value
        return try Sample(json: .object(object))
    }

    @Test("a member without which there is no value has to be there, and to be of its type")
    func strictness() {
        #expect(throws: JSONMismatch("name", isNo: "string")) { try read("name", nil) }
        #expect(throws: JSONMismatch("name", isNo: "string")) { try read("name", 1) }
        #expect(throws: JSONMismatch("width", isNo: "whole number")) { try read("width", 1.5) }
        #expect(throws: JSONMismatch("count", isNo: "whole number")) { try read("count", "five") }
        #expect(throws: JSONMismatch("tags", isNo: "array")) { try read("tags", 1) }
        #expect(throws: JSONMismatch("Sample", isNo: "object")) { try Sample(json: []) }
    }

    @Test("where a single value may be missing, one of another type counts as missing; a wrong object does not")
    func leniency() throws {
        #expect(try read("weight", "heavy").weight == nil)
        #expect(try read("weight", 10).weight == nil)
        #expect(try read("owner", 7).owner == nil)
        #expect(try read("count", nil).count == nil)
        #expect(try read("tags", nil).tags == [])
        #expect(try read("part", .null).part == nil)
        #expect(throws: JSONMismatch("Part", isNo: "object")) { try read("part", 1) }
    }
}
