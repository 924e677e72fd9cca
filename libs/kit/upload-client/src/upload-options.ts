import { assertChunkSize } from './chunk-size.ts';
import type { ChunkSizeBounds } from './chunk-size.ts';
import { browserConnectivity } from './transport/connectivity.ts';
import type { Connectivity } from './transport/connectivity.ts';
import type { Transport } from './transport/transport.ts';
import { systemClock } from './transport/upload-clock.ts';
import type { UploadClock } from './transport/upload-clock.ts';
import { uploadMessages } from './upload-messages.ts';
import { xhrTransport } from './transport/xhr-transport.ts';

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
