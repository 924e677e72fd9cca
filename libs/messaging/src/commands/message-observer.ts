import type { CommandType, ErrorCode, MessageType } from '@vault/contracts';

/**
 * The outcome of one attempt: `done`; `refused`: the owner refused a command; `failed`: a command failed because a
 * dependency was unavailable; `late`: it arrived after its deadline; `retried`: it failed and is retried; `dead`: it
 * became a dead letter.
 */
export type HandlingOutcome = 'done' | 'refused' | 'failed' | 'late' | 'retried' | 'dead';

/** One attempt to handle a message. */
export interface MessageObservation {
  /** The consumer group: the service that handles. */
  readonly group: string;
  readonly type: MessageType;
  readonly outcome: HandlingOutcome;
  readonly seconds: number;
}

/** Called after every attempt to handle a message; it must be quick and must not throw. */
export interface MessageObserver {
  observe(handling: MessageObservation): void;
}

/** One command whose sender has received its outcome or stopped waiting. */
export interface CommandObservation {
  readonly type: CommandType;
  /** `unavailable` also when there was no outcome in time. */
  readonly outcome: 'ok' | ErrorCode;
  readonly seconds: number;
}

/** Called for every sent command after it has ended for its sender. */
export interface CommandObserver {
  observe(command: CommandObservation): void;
}
