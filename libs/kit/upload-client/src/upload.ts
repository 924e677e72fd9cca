import { type Transport, xhrTransport } from './transport.ts';
import { type Connectivity, type UploadClock, browserConnectivity, systemClock } from './waiting.ts';

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

/** Labels of the controls around an upload, for any user interface built on the engine. */
export const uploadLabels = {
  pause: 'Pause',
  pausing: 'Pausing...',
  resume: 'Resume',
  tryAgain: 'Try again',
} as const;

/** Every message of {@link UploadSnapshot.message}, character by character as in the product's specification. */
export const uploadMessages = {
  noEndpoint: 'No url or endpoint specified -- cannot handleUpload',
  notAFile: 'file must be a File object',
  tooLarge: 'file size exceeds maximum',
  chunkSize: 'chunkSize must be a positive number in multiples of 256, between min and max',
  offline: 'Currently offline. Upload will resume automatically when online.',
  complete: 'Upload complete!',
  /** @param size the file's size in bytes */
  unreadable: (size: number): string =>
    `Unable to read file of size ${String(size)} bytes. Try loading from another browser.`,
  /** @param status the HTTP status that ended the upload, 0 for a lost connection */
  stopped: (status: number): string => `Server responded with ${String(status)}. Stopping upload.`,
} as const;

/** Storage services require chunk sizes to be multiples of this many KB. */
const stepKb = 256;
const fastMs = 10_000;
const slowMs = 30_000;

/** Bounds of a chunk's size, in KB of 1024 bytes, both multiples of 256. */
export interface ChunkSizeBounds {
  minKb: number;
  maxKb: number;
}

function isMultiple(sizeKb: number): boolean {
  return Number.isInteger(sizeKb) && sizeKb > 0 && sizeKb % stepKb === 0;
}

/** @throws TypeError unless all three are positive multiples of 256 and the size is within the bounds */
export function assertChunkSize(sizeKb: number, { minKb, maxKb }: ChunkSizeBounds): void {
  const isValid = [sizeKb, minKb, maxKb].every(isMultiple) && minKb <= sizeKb && sizeKb <= maxKb;
  if (!isValid) throw new TypeError(uploadMessages.chunkSize);
}

/**
 * Computes the size of the chunk that follows one of `elapsedMs`: double when it was fast (under 10 s), half when it
 * was slow (over 30 s), rounded up to a multiple of 256 KB and limited to the bounds.
 */
export function nextChunkSizeKb(
  sizeKb: number,
  elapsedMs: number,
  { minKb, maxKb }: ChunkSizeBounds,
): number {
  if (elapsedMs >= fastMs && elapsedMs <= slowMs) return sizeKb;
  const wantedKb = elapsedMs < fastMs ? sizeKb * 2 : sizeKb / 2;
  const roundedKb = Math.ceil(wantedKb / stepKb) * stepKb;
  return Math.min(maxKb, Math.max(minKb, roundedKb));
}

/**
 * Creates an upload session and resolves to its url. Called when the upload starts, and again when the session is
 * gone. On failure, reject with an Error whose message may be shown to the user.
 */
export type EndpointFactory = (file: File, signal: AbortSignal) => Promise<string>;

/** How to upload one file. Sizes in KB of 1024 bytes. */
export interface UploadOptions {
  file: File;
  /** The session's url, or a function that creates a session. */
  endpoint: string | EndpointFactory;
  /** The url of an earlier session of this file. Its offset is queried first; when it is gone, `endpoint` is used. */
  resumeFrom?: string;
  /** Default 30720; a multiple of 256 between the two bounds. */
  chunkSizeKb?: number;
  /** Default 256. */
  minChunkSizeKb?: number;
  /** Default 512000. */
  maxChunkSizeKb?: number;
  /** Adapt the chunk size to the speed of the connection; default true. */
  dynamicChunkSize?: boolean;
  /** Larger files are refused; default no limit. */
  maxFileSizeKb?: number;
  /** Attempts at the same bytes; default 5. */
  attempts?: number;
  /** Wait between attempts; default 1000. A longer Retry-After takes precedence, up to 30 s. */
  delayBeforeAttemptMs?: number;
  /** A request that sends no byte for this long counts as a lost connection; default 120000. */
  stallTimeoutMs?: number;
  transport?: Transport;
  clock?: UploadClock;
  connectivity?: Connectivity;
}

/** {@link UploadOptions} with every default applied. */
export interface ResolvedOptions extends Omit<
  Required<UploadOptions>,
  'resumeFrom' | 'minChunkSizeKb' | 'maxChunkSizeKb'
> {
  resumeFrom: string | undefined;
  bounds: ChunkSizeBounds;
}

/**
 * Applies defaults and checks for programming mistakes.
 * @throws TypeError when a chunk size is invalid, or when `file` is not a File
 */
export function resolveOptions(options: UploadOptions): ResolvedOptions {
  if (!((options.file as unknown) instanceof File)) throw new TypeError(uploadMessages.notAFile);
  const { minChunkSizeKb: minKb = 256, maxChunkSizeKb: maxKb = 512_000, chunkSizeKb = 30_720 } = options;
  const bounds = { minKb, maxKb };
  assertChunkSize(chunkSizeKb, bounds);
  return {
    file: options.file,
    endpoint: options.endpoint,
    resumeFrom: options.resumeFrom,
    chunkSizeKb,
    bounds,
    dynamicChunkSize: options.dynamicChunkSize ?? true,
    maxFileSizeKb: options.maxFileSizeKb ?? Infinity,
    attempts: options.attempts ?? 5,
    delayBeforeAttemptMs: options.delayBeforeAttemptMs ?? 1000,
    stallTimeoutMs: options.stallTimeoutMs ?? 120_000,
    transport: options.transport ?? xhrTransport,
    clock: options.clock ?? systemClock,
    connectivity: options.connectivity ?? browserConnectivity,
  };
}
