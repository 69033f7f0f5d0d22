/// An interface of an exported object: its methods, properties and signals, with the code behind them.
///
/// All closures are called on the bus thread.
package struct BusInterface {
    /// A value that a method takes or returns, or that a signal carries.
    package struct Argument: Hashable, Sendable {
        /// The name, for people.
        package let name: String
        /// The type.
        package let type: BusValueType

        /// Makes an argument.
        package init(_ name: String, _ type: BusValueType) {
            self.name = name
            self.type = type
        }
    }

    /// A method that others may call.
    package struct Method {
        /// The name.
        package let name: String
        /// The values that it takes.
        package let inputs: [Argument]
        /// The values that it returns.
        package let outputs: [Argument]
        /// Carries out a call, with values of the types of the inputs. It may answer at once or later.
        let perform: ([BusValue], BusReply) -> Void

        /// Makes a method.
        package init(
            _ name: String, _ inputs: [Argument] = [], returns outputs: [Argument] = [],
            perform: @escaping ([BusValue], BusReply) -> Void
        ) {
            self.name = name
            self.inputs = inputs
            self.outputs = outputs
            self.perform = perform
        }
    }

    /// A property that others may read, and perhaps set.
    package struct Property {
        /// How others hear of a change: the values of the annotation `EmitsChangedSignal`.
        package enum Announcement: String, Sendable {
            /// A signal carries the new value.
            case value = "true"
            /// A signal says that the value changed, and not to what.
            case invalidation = "invalidates"
            /// It changes without a signal.
            case none = "false"
            /// It never changes.
            case constant = "const"
        }

        /// The name.
        package let name: String
        /// The type of its value.
        package let type: BusValueType
        /// How others hear of a change.
        package let announcement: Announcement
        /// Returns the value now; it must have the type of the property.
        let get: () -> BusValue
        /// Sets it to a value of its type, and answers; nil if it is read-only.
        let set: ((BusValue, BusReply) -> Void)?

        /// Makes a property. Without `set` it is read-only.
        package init(
            _ name: String, _ type: BusValueType, announced announcement: Announcement = .value,
            get: @escaping () -> BusValue, set: ((BusValue, BusReply) -> Void)? = nil
        ) {
            self.name = name
            self.type = type
            self.announcement = announcement
            self.get = get
            self.set = set
        }
    }

    /// A signal that the object sends.
    package struct Signal: Hashable, Sendable {
        /// The name.
        package let name: String
        /// The values that it carries.
        package let arguments: [Argument]

        /// Makes a signal.
        package init(_ name: String, _ arguments: [Argument] = []) {
            self.name = name
            self.arguments = arguments
        }
    }

    /// The name, such as `org.mpris.MediaPlayer2.Player`.
    package let name: String
    /// What others may call.
    package let methods: [Method]
    /// What others may read.
    package let properties: [Property]
    /// What others may hear.
    package let signals: [Signal]

    /// Makes an interface.
    package init(_ name: String, methods: [Method] = [], properties: [Property] = [], signals: [Signal] = []) {
        self.name = name
        self.methods = methods
        self.properties = properties
        self.signals = signals
    }
}
