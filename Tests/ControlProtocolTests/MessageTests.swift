import ControlProtocol
import JSON
import Testing

@Suite("Messages")
struct MessageTests {
    private func parse(_ text: String) throws(ControlError) -> IncomingMessage {
        let result = Array(text.utf8).withUnsafeBufferPointer { bytes in
            Result { () throws(ControlError) in try IncomingMessage(parsing: UnsafeRawBufferPointer(bytes)) }
        }
        return try result.get()
    }

    private func call(_ text: String) throws -> Call {
        guard case .single(let call) = try parse(text) else { throw ControlError(.internalError, "a batch") }
        return try call.get()
    }

    @Test("a request has a method, named parameters and an id")
    func request() throws {
        let call = try call(#"{"jsonrpc":"2.0","method":"seek","params":{"offset":-5},"id":"x"}"#)
        #expect(call == Call(id: .string("x"), method: "seek", parameters: ["offset": -5]))
        #expect(try Call(json: call.json) == call)
    }

    @Test("people may leave out the version")
    func withoutVersion() throws {
        #expect(try call(#"{"method":"status","id":1}"#) == Call(id: .integer(1), method: "status"))
    }

    @Test("without an id it is a notification, with null it is not")
    func notification() throws {
        #expect(try call(#"{"method":"pause"}"#).id == nil)
        #expect(try call(#"{"method":"pause","id":null}"#).id == .null)
    }

    @Test(
        "an id comes back as it was sent",
        arguments: [
            "9223372036854775807", "9223372036854775808", "12345678901234567890", "-12345678901234567890", "1e2", "1.50", "-0",
            "0.1234567890123456789", "\"12345678901234567890\"", "null",
        ])
    func sameID(text: String) throws {
        let request = "{\"method\":\"status\",\"id\" : \(text) }"
        let reply = "{\"jsonrpc\":\"2.0\",\"id\":\(text),\"result\":null}"
        #expect(Response(id: try #require(try call(request).id), result: .success(.null)).json.text == reply)
        guard case .batch(let members) = try parse("[\(request)]") else { throw ControlError(.internalError, "no batch") }
        #expect(Response(id: try #require(try members[0].get().id), result: .success(.null)).json.text == reply)
        #expect(try Response(json: JSONValue(parsing: reply)).json.text == reply)
    }

    @Test("a parameter called id is a number like others")
    func parameterID() throws {
        guard case .named(let parameters) = try call(#"{"method":"x","params":{"id":3e0,"a":[{"id":-1.5}]}}"#).parameters else {
            throw ControlError(.internalError, "no parameters")
        }
        #expect(parameters["id"]?.integerValue == 3 && parameters["id"]?.numberValue == 3)
        #expect(parameters["a"]?.arrayValue?.first?["id"]?.numberValue == -1.5)
    }

    @Test("parameters by position are kept apart, to be refused with the method's name")
    func positional() throws {
        #expect(try call(#"{"method":"seek","params":[1],"id":1}"#).parameters == .positional)
    }

    @Test(
        "invalid requests are told apart from invalid JSON, and keep a good id",
        arguments: [
            (#"{"jsonrpc":"1.0","method":"status","id":7}"#, .integer(7)), (#"{"jsonrpc":2.0,"method":"status"}"#, .null),
            (#"{"method":1,"id":"a"}"#, .string("a")), (#"{"id":1.5}"#, .number("1.5")), ("1", .null), ("\"status\"", .null),
            (#"{"method":"status","id":{}}"#, .null), (#"{"method":"status","id":true}"#, .null),
            (#"{"method":"status","params":"bar","id":2}"#, .integer(2)),
            (#"{"method":"status","params":null,"id":2}"#, .integer(2)), ("{}", .null),
        ] as [(String, RequestID)])
    func invalid(text: String, id: RequestID) throws {
        guard case .single(.failure(let invalid)) = try parse(text) else {
            Issue.record("\(text) was taken for a request")
            return
        }
        #expect(invalid.error.code == .invalidRequest)
        #expect(invalid.id == id)
    }

    @Test("what is no JSON is a parse error, an empty batch an invalid request")
    func wholeLine() {
        #expect((#expect(throws: ControlError.self) { try parse("{") })?.code == .parseError)
        #expect((#expect(throws: ControlError.self) { try parse("[]") })?.code == .invalidRequest)
    }

    @Test("a batch keeps its members in order, the invalid ones too")
    func batch() throws {
        guard case .batch(let members) = try parse(#"[{"method":"a","id":1},2,{"method":"b"}]"#) else {
            Issue.record("no batch")
            return
        }
        #expect(members.count == 3)
        #expect(try members[0].get().method == "a")
        #expect(throws: InvalidCall.self) { try members[1].get() }
        #expect(try members[2].get().id == nil)
    }

    @Test("a reply reads back as it was written")
    func response() throws {
        let error = ControlError(.mediaNotFound, "no such file: /a/b.flac", uri: "/a/b.flac")
        for response in [
            Response(id: .integer(1), result: .success(["a": 1])), Response(id: .null, result: .failure(error)),
            Response(id: .string("é"), result: .success(.null)),
        ] {
            #expect(try Response(json: JSONValue(parsing: response.json.text)) == response)
        }
        #expect(
            error.json.text
                == #"{"code":-32010,"message":"no such file: /a/b.flac","data":{"code":"media_not_found","uri":"/a/b.flac"}}"#)
    }

    @Test("no number and no name stands for two errors")
    func codes() {
        #expect(Set(ControlError.Code.all.map(\.number)).count == ControlError.Code.all.count)
        #expect(Set(ControlError.Code.all.map(\.name)).count == ControlError.Code.all.count)
    }
}
