/**
 * Thrown by a handler (or by the bus on unreadable bytes) for a message that no retry can mend.
 * The message goes straight to the dead letters.
 */
export class PoisonMessageError extends Error {
  override readonly name = 'PoisonMessageError';
}

/** The publisher's fault: the message, topic or group is not one that a bus can carry. Nothing was published. */
export class InvalidMessageError extends Error {
  override readonly name = 'InvalidMessageError';
}

/** The publisher's fault: a message over {@link MAX_MESSAGE_BYTES}. Nothing was published. */
export class MessageTooLargeError extends Error {
  override readonly name = 'MessageTooLargeError';
}

/** The bus was closed before or during the call; what was not yet durable must be published again. */
export class EventBusClosedError extends Error {
  override readonly name = 'EventBusClosedError';
  constructor() {
    super('The event bus is closed.');
  }
}

/** Another process consumes from this embedded log, and it can serve only one. */
export class LogInUseError extends Error {
  override readonly name = 'LogInUseError';
}
