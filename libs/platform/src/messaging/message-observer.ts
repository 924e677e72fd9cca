import type { CommandType, ErrorCode, MessageType } from '@vault/contracts';

/**
 * How one try ended: `done`; `refused`, the owner of a command said why not; `failed`, a command was given up because
 * something was away; `late`, it came past its deadline; `retried`, it failed and comes again; `dead`, it failed for good.
 */
export type HandlingOutcome = 'done' | 'refused' | 'failed' | 'late' | 'retried' | 'dead';

/** One try to handle a message. */
export interface MessageObservation {
  /** The consumer group: the service that handles. */
  readonly group: string;
  readonly type: MessageType;
  readonly outcome: HandlingOutcome;
  readonly seconds: number;
}

/** Hears of every try to handle a message, when it has ended; it must be quick and must not throw. */
export interface MessageObserver {
  observe(handling: MessageObservation): void;
}

/** One command whose sender has its outcome, or waits for it no longer. */
export interface CommandObservation {
  readonly type: CommandType;
  /** `unavailable` also when there was no answer in time. */
  readonly outcome: 'ok' | ErrorCode;
  readonly seconds: number;
}

/** Hears of every command that was sent, when its sender knows how it ended. */
export interface CommandObserver {
  observe(command: CommandObservation): void;
}
