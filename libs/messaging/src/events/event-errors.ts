/**
 * Thrown by a handler (or by the bus on unreadable bytes) for a message that would fail on every retry.
 * The message becomes a dead letter at once.
 */
export class PoisonMessageError extends Error {
  override readonly name = 'PoisonMessageError';
}

/** A handler did not end in time. */
export class HandlerDeadlineError extends Error {
  override readonly name = 'HandlerDeadlineError';

  constructor(deadlineMs: number) {
    super(`The handler did not end within ${String(deadlineMs)} ms.`);
  }
}

/** A process ended while it handled this message, each time. */
export class EndedProcessError extends Error {
  override readonly name = 'EndedProcessError';

  constructor(starts: number) {
    super(`The process ended ${String(starts)} times while it handled this message.`);
  }
}

/** The message, topic or group name is invalid. Nothing was published. */
export class InvalidMessageError extends Error {
  override readonly name = 'InvalidMessageError';
}

/** A message exceeds {@link maxMessageBytes}. Nothing was published. */
export class MessageTooLargeError extends Error {
  override readonly name = 'MessageTooLargeError';
}

/** The bus was closed before or during the call; messages that were not yet durable must be published again. */
export class EventBusClosedError extends Error {
  override readonly name = 'EventBusClosedError';
  constructor() {
    super('The event bus is closed.');
  }
}

/** Another process consumes from this embedded log, which supports only one. */
export class LogInUseError extends Error {
  override readonly name = 'LogInUseError';
}
