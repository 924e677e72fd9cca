/**
 * Where an upload stands. `pausing` lasts until the chunk in flight has its answer; `error` can be left with
 * {@link Upload.retry}; `success` and `aborted` are final.
 */
export type UploadState =
  'idle' | 'uploading' | 'pausing' | 'paused' | 'offline' | 'success' | 'error' | 'aborted';

/** Why an upload is in state `error`, for code; {@link UploadSnapshot.message} is the same for people. */
export interface UploadFailure {
  kind: 'no-endpoint' | 'endpoint-failed' | 'too-large' | 'unreadable' | 'server' | 'connection' | 'internal';
  /** The HTTP status that ended it; 0 for a lost connection; absent when no request was involved. */
  status?: number;
  /** More than the message says, such as `1049353 > 1024000 bytes`. */
  detail?: string;
  cause?: unknown;
}

/** One moment of an upload. Immutable; the same object is returned until something changes. */
export interface UploadSnapshot {
  state: UploadState;
  /**
   * 0 to 100 in steps of 0.1, from bytes the server has acknowledged. Never goes back within one upload session,
   * and is 100 only in state `success`.
   */
  progress: number;
  /** Bytes the server says it holds. Follows the server, so it can go back when the server lost some. */
  acceptedBytes: number;
  /** Accepted bytes plus those of the chunk in flight already handed to the network: moves smoothly, may go back. */
  sentBytes: number;
  totalBytes: number;
  /** Smoothed over the last seconds; absent until there is enough to measure. */
  bytesPerSecond?: number;
  /** Seconds left at the present speed; absent together with the speed. */
  remainingSeconds?: number;
  /** A sentence to show, from {@link uploadMessages} or from a failing endpoint function. */
  message?: string;
  failure?: UploadFailure;
  /** Which attempt at the present bytes this is, from 1. */
  attempt: number;
}

/**
 * A single file on its way. Calls that make no sense in the present state do nothing. The functions need no `this`,
 * so they can be handed on as they are.
 */
export interface Upload {
  snapshot: () => UploadSnapshot;
  /**
   * Calls the listener after each change; read the change with {@link Upload.snapshot}.
   * @returns a function that ends the subscription
   */
  subscribe: (listener: () => void) => () => void;
  /** From `idle`: begins. */
  start: () => void;
  /** Takes effect once the chunk in flight has its answer. */
  pause: () => void;
  /** Ends a pause, or takes back one that has not taken effect yet. */
  resume: () => void;
  /** From `error`: goes on from the offset the server reports, with fresh attempts. */
  retry: () => void;
  /** Stops at once and for good. */
  abort: () => void;
  /** Aborts when unfinished, then releases every timer, request and listener. Nothing is reported after it returns. */
  dispose: () => void;
}
