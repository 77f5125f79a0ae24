public import TreeDiff
public import TreeRedux

// A feature as it stands in a package of its own: what an app sees of it is public, and it knows no app.

/// A message of a chat.
public struct Message: Identifiable, Equatable, Sendable {
  /// The identity.
  public let id: Int
  /// What it says.
  public var text: String
  /// Whether it was delivered.
  public var isDelivered = false
  /// The number of likes.
  public var likes = 0
}

/// A chat of messages.
public struct Chat: Equatable, Sendable {
  /// The messages, oldest first.
  public internal(set) var messages: KeyedList<Message> = []
  /// What is being written.
  public internal(set) var draft = ""

  /// An empty chat.
  public init() {}
}

/// What can be done to a chat.
public enum ChatAction: Action, Equatable {
  case type(String), send, delivered(Message.ID), failed(Message.ID)
}

/// What can be done to a message.
public enum MessageAction: Action { case like }

extension EventTopic where Payload == Message.ID {
  /// A message could not be delivered.
  public static var deliveryFailed: Self { Self() }
}

/// The reducers and nodes of a chat.
public struct ChatFeature: Sendable {
  /// What a chat tells whoever embeds it.
  public enum Told: Sendable { case liked(Message.ID) }

  private let deliver: @Sendable (String) async -> Bool

  /// A feature that delivers messages by a function, which says whether that went well.
  public init(deliver: @escaping @Sendable (String) async -> Bool) { self.deliver = deliver }

  /// What stands in the node of a chat.
  @NodeBuilder<Chat> public var nodes: [AnyNode<Chat>] {
    ChatReducer(deliver: deliver)
    ForEach(\.messages, .all) { MessageReducer() }
  }
}

private struct ChatReducer: Reducer {
  let deliver: @Sendable (String) async -> Bool

  func reduce(_ chat: inout Chat, _ action: ChatAction) -> Effect<ChatAction> {
    switch action {
    case .type(let text): chat.draft = text
    case .send:
      let message = Message(id: chat.messages.count, text: chat.draft)
      chat.messages.append(message)
      chat.draft = ""
      return .run { [deliver] send in
        await send(await deliver(message.text) ? .delivered(message.id) : .failed(message.id))
      }
    case .delivered(let id): chat.messages.update(id: id) { $0.isDelivered = true }
    case .failed(let id):
      chat.messages.remove(id: id)
      return .publish(.deliveryFailed, id)
    }
    return .none
  }
}

private struct MessageReducer: Reducer {
  func reduce(_ message: inout Message, _ action: MessageAction) -> Effect<MessageAction> {
    message.likes += 1
    return .delegate(ChatFeature.Told.liked(message.id))
  }
}
