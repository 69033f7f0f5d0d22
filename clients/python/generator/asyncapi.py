"""Makes an AsyncAPI 3.0 document of the same things: an operation for each method, with its reply, and one for each event."""

import json

from generator.document import Document, Parameter, Schema


def text(document: Document) -> str:
    """The document as JSON."""
    messages: dict[str, Schema] = {}
    operations: dict[str, Schema] = {}
    for method in document.methods:
        request: Schema = {"type": "object", "required": ["jsonrpc", "id", "method"], "properties": {
            "jsonrpc": {"const": "2.0"}, "id": {"type": ["integer", "string"]}, "method": {"const": method.name},
            "params": _parameters(method.parameters)}}
        reply: Schema = {"type": "object", "required": ["jsonrpc", "id"], "properties": {
            "jsonrpc": {"const": "2.0"}, "id": {"type": ["integer", "string"]}, "result": method.result,
            "error": {"$ref": "#/components/schemas/Error"}},
            "oneOf": [{"required": ["result"]}, {"required": ["error"]}]}
        messages[method.name] = {"summary": method.summary, "payload": request}
        messages[f"{method.name}.reply"] = {"summary": f"What {method.name} answers.", "payload": reply}
        # Seen from a client, as AsyncAPI's operations are from the program that the document describes.
        operations[method.name] = {
            "action": "send", "channel": {"$ref": "#/channels/rpc"}, "summary": method.summary, "messages": [_in_channel(method.name)],
            "reply": {"channel": {"$ref": "#/channels/rpc"}, "messages": [_in_channel(f"{method.name}.reply")]}}
        if method.role:
            operations[method.name]["x-role"] = method.role
    for event in document.events:
        notification: Schema = {"type": "object", "required": ["jsonrpc", "method", "params"], "properties": {
            "jsonrpc": {"const": "2.0"}, "method": {"const": event.name}, "params": _parameters(event.parameters)}}
        messages[event.name] = {"summary": event.summary, "payload": notification}
        operations[event.name] = {"action": "receive", "channel": {"$ref": "#/channels/rpc"}, "summary": event.summary,
                                  "messages": [_in_channel(event.name)]}
    whole = {
        "asyncapi": "3.0.0",
        "info": {"title": "Fermata, as a client sees it", "version": document.version,
                 "description": "JSON-RPC 2.0: over a Unix stream socket a message is a line, over a WebSocket a text frame."},
        "defaultContentType": "application/json",
        "channels": {"rpc": {"address": "/rpc", "messages": {name: {"$ref": f"#/components/messages/{name}"} for name in messages}}},
        "operations": operations,
        "components": {"messages": messages, "schemas": document.schemas},
    }
    return json.dumps(whole, indent=1, ensure_ascii=False) + "\n"


def _in_channel(message: str) -> Schema:
    return {"$ref": f"#/channels/rpc/messages/{message}"}


def _parameters(parameters: tuple[Parameter, ...]) -> Schema:
    return {"type": "object", "properties": {each.name: each.schema for each in parameters},
            "required": [each.name for each in parameters if each.required]}
