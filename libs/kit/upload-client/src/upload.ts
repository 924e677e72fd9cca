/**
 * The state of an upload. `pausing` lasts until the chunk in flight is answered; {@link Upload.retry} leaves `error`;
 * `success` and `aborted` are final.
 */
export type UploadState =
  'idle' | 'uploading' | 'pausing' | 'paused' | 'offline' | 'success' | 'error' | 'aborted';

/** Why an upload is in state `error`, for code; {@link UploadSnapshot.message} explains it to users. */
export interface UploadFailure {
  kind: 'no-endpoint' | 'endpoint-failed' | 'too-large' | 'unreadable' | 'server' | 'connection' | 'internal';
  /** The HTTP status that ended it; 0 for a lost connection; absent when no request was involved. */
  status?: number;
  /** Details that the message does not state, such as `1049353 > 1024000 bytes`. */
  detail?: string;
  cause?: unknown;
}

/** The state of an upload at one moment. Immutable; the same object is returned until something changes. */
export interface UploadSnapshot {
  state: UploadState;
  /**
   * 0 to 100 in steps of 0.1, from bytes the server has acknowledged. Never decreases within one upload session, and
   * is 100 only in state `success`.
   */
  progress: number;
  /** Bytes the server reports to hold. It decreases when the server has lost some. */
  acceptedBytes: number;
  /** Accepted bytes plus the sent bytes of the chunk in flight. It may decrease. */
  sentBytes: number;
  totalBytes: number;
  /** Averaged over the last 15 s; absent until 1 s has been measured. */
  bytesPerSecond?: number;
  /** Seconds left at the current speed; absent together with the speed. */
  remainingSeconds?: number;
  /** A message to show, from {@link uploadMessages} or from a failing endpoint function. */
  message?: string;
  failure?: UploadFailure;
  /** The attempt at the current bytes, from 1. */
  attempt: number;
}

/**
 * The upload of one file. Calls that do not apply to the current state do nothing. The functions need no `this`, so
 * they can be passed as callbacks.
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
  /** Takes effect once the chunk in flight is answered. */
  pause: () => void;
  /** Ends a pause, or cancels one that has not taken effect yet. */
  resume: () => void;
  /** From `error`: continues from the offset the server reports, and resets the attempts. */
  retry: () => void;
  /** Stops at once; the upload cannot be continued. */
  abort: () => void;
  /** Aborts when unfinished, then releases every timer, request and listener. Afterwards no listener is called. */
  dispose: () => void;
}
