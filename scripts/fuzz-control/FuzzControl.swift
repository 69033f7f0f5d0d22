/// Feeds whatever the fuzzer invents to everything that a line from a client goes through before the daemon sees it.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzControl(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt {
    let line = UnsafeRawBufferPointer(start: start, count: count)
    if let value = try? JSONValue(parsing: line) {
        // What is read can be written, and reads back the same.
        guard let again = try? JSONValue(parsing: value.text), again == value else { fatalError("no round trip") }
    }
    guard let message = try? IncomingMessage(parsing: line) else { return 0 }
    let members =
        switch message {
        case .single(let member): [member]
        case .batch(let members): members
        }
    for case .success(let call) in members {
        do {
            _ = try MethodCatalogue.request(call)
        } catch {
            precondition(error.code == .invalidParams || error.code == .methodNotFound)
        }
    }
    return 0
}
