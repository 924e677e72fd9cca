import type { LogRecord } from './message-table.ts';

/** A message on its way through a group. */
export interface Entry extends LogRecord {
  /** Failed tries so far. */
  attempts: number;
  /** It stands among the deferred, no longer in the window. */
  isDeferred: boolean;
}

/** All that a group has to do under one key of a topic; one message at a time, in order. */
export interface Lane {
  readonly key: string;
  /** Read ahead, in order; they come before what is deferred. */
  readonly queue: Entry[];
  /** How many wait on disk. */
  deferred: number;
  isRunning: boolean;
  /** It stands in the line of lanes that may run. */
  isReady: boolean;
  /** Set while it waits for the retry of its first message. */
  timer?: NodeJS.Timeout;
}

/** An empty lane. */
export function openLane(key: string): Lane {
  return { key, queue: [], deferred: 0, isRunning: false, isReady: false };
}
