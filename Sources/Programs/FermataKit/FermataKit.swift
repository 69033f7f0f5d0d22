// What the calls of a connection are made of: methods, their parameters and answers, events, and JSON for what has no type of its own.
@_exported public import AudioTypes
@_exported public import ControlProtocol
@_exported public import JSON
