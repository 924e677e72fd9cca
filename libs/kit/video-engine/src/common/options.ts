import type { IncomingMessage, ServerResponse } from 'node:http';
import type { PieceTranscriber } from '@vault/speech';
import type { Connection } from 'mongoose';
import { defaultMediaLimits, type MediaLimits } from '@vault/media';
import type { BucketOptions, CacheStatistics, MediaStoreProblem, StoreSetting } from '@vault/media-store';
import type { MeasureFree } from '@vault/media';

/** A logger with pino's interface. Errors are under `err`, the only name under which pino logs their causes. */
export interface Logger {
  info(details: object, message: string): void;
  warn(details: object, message: string): void;
  error(details: object, message: string): void;
}

/** Every bound of the engine. Sizes are bytes, times are seconds. */
export interface Limits extends MediaLimits {
  /** Largest accepted source file. */
  maxFileBytes: number;
  /** Maximum number of waiting and running jobs; above it new work is answered 503. */
  maxQueuedJobs: number;
  /** Maximum number of uploads in the state waiting. */
  maxOpenUploads: number;
  /** The time over which the rate of an upload request is measured. */
  uploadWindowSeconds: number;
  /** An upload request with fewer bytes per second, or none, is ended with 503; its bytes are kept. */
  uploadMinRate: number;
  /** Widest thumbnail. */
  maxThumbnailWidth: number;
  /** Thumbnails kept on disk per asset; the oldest are removed first. */
  thumbnailsPerAsset: number;
  /** Thumbnail requests, and requests of composed downloads, that may wait for their turn; above it 503. */
  maxWaitingThumbnails: number;
  /** Largest REST body. */
  maxRestBodyBytes: number;
  /** Largest page of a list. */
  maxPageSize: number;
  /** Maximum number of attempts of a job, after crashes and transient failures. */
  maxJobAttempts: number;
  /** A job whose engine is silent for this time is started again by another. */
  leaseSeconds: number;
  /**
   * Speech that is recognised in a day (UTC), over all engines of a catalogue; a piece may exceed it. An owner may use a
   * quarter of it, or the time of the longest recording if that is more.
   */
  speechSecondsPerDay: number;
  /** How long a webhook is retried. */
  webhookRetrySeconds: number;
  /** Time limit of one webhook attempt. */
  webhookDeadlineSeconds: number;
}

/** The trace of the request that causes work; the logger adds it to log lines itself. */
export interface Trace {
  /** The current trace as text, which is stored with the work it causes. */
  id(): string | undefined;
  /** Runs work in a stored trace. @param name what the work is: `job transcode` */
  within<T>(id: string | undefined, name: string, work: () => Promise<T>): Promise<T>;
  /** The headers that give the current trace to the receiver of a webhook. */
  headers(): Readonly<Record<string, string>>;
}

/** A public key that checks the tokens of signed playback. */
export interface PlaybackKey {
  /** The `kid` of the tokens. */
  readonly id: string;
  /** RSA, in PEM. */
  readonly publicKey: string;
}

/** With keys, all media needs a token that one of them signed. They may change while the engine runs. */
export interface Playback {
  readonly keys: readonly PlaybackKey[];
}

/** A bucket for the media. */
export interface BucketSettings extends BucketOptions {
  /** How many bytes of it are cached on the disk. */
  readonly cacheBytes?: number | undefined;
  /**
   * Who sends media to clients: the engine (`proxy`, the default), or the bucket, to which the engine redirects them with an
   * address that is valid for a short time.
   */
  readonly delivery?: 'proxy' | 'redirect' | undefined;
}

/** What an engine does: answers requests, makes media, or transcribes speech. */
export const engineRoles = ['api', 'media', 'speech'] as const;
export type EngineRole = (typeof engineRoles)[number];

/** Settings of `createVideoEngine`. */
export interface VideoEngineOptions {
  /** The folder for all files of the engine; one engine per folder. */
  dataDir: string;
  /** Prefix of every url in answers: `/media` (root-relative) or `https://host/media`. */
  publicUrl: string;
  /** Credentials for HTTP basic auth of the REST API: each secret is accepted. They may change while it runs. */
  readonly token: { readonly id: string; readonly secrets: readonly string[] };
  /**
   * The url that receives events, and the secret that signs them, which may change while the engine runs. Without it
   * events are not recorded.
   */
  readonly webhook?: { readonly url: string; readonly secret: string };
  /**
   * Opens the database of the catalogue, which other engines may use at the same time; close it after the engine has
   * stopped. Needs a `bucket`. Default: a file of the data folder, which one engine uses alone.
   */
  readonly connect?: (() => Promise<Connection>) | undefined;
  /** What this engine does, when others do the rest; needs `connect`. Default: everything. */
  readonly roles?: readonly EngineRole[] | undefined;
  /** Where media are stored; default: the data folder. */
  readonly bucket?: BucketSettings | undefined;
  /** Default: media is public. */
  readonly playback?: Playback;
  /** Converts 16 kHz WAV files to cues. The engine does not close it. */
  transcriber: Pick<PieceTranscriber, 'plan' | 'transcribePiece'>;
  /** Cores that thumbnails and composed downloads use; default all. */
  cores?: number;
  /** Parallel ffmpeg jobs per lane; default half the cores, at least one. One transcription runs at a time. */
  concurrency?: number;
  limits?: Partial<Limits>;
  logger?: Logger;
  /** Programs; default `ffmpeg` and `ffprobe` from PATH. */
  ffmpeg?: string;
  ffprobe?: string;
  /** Measures the free space; default: the file system's value. */
  measureFree?: MeasureFree;
  /** Origins of pages that may upload, in addition to an upload's `cors_origin`. */
  uploadOrigins?: readonly string[];
  /** Correlates log lines: one id from the request that created an upload to its last job. */
  trace?: Trace;
  /** Which pages may use media; default `same-origin`. `cross-origin` also lets scripts of any origin read it. */
  resourcePolicy?: 'same-origin' | 'same-site' | 'cross-origin';
}

/** Counts of the jobs of one kind. */
export interface JobStatistics {
  /** `ingest`, `verification`, `storyboard` or `captions`. */
  kind: string;
  /** Jobs that are not running, including those that wait for a retry. */
  waiting: number;
  running: number;
  /** Waiting jobs that no engine with the role for them can take. */
  unserved: number;
  /** Age of the oldest waiting or running job; 0 when there is none. */
  oldestAgeSeconds: number;
  /** Age of the oldest waiting job; 0 when none waits. */
  oldestWaitingSeconds: number;
}

/** Figures on the engine's work. */
export interface EngineStatistics {
  /** Bytes of uploads stored since the engine was started. */
  uploadBytes: number;
  /**
   * Bytes free on the disk and its size at the last measurement, and bytes that uploads leave free. Undefined before
   * `start()`.
   */
  disk: { freeBytes: number; sizeBytes: number; reserveBytes: number } | undefined;
  /** How far the clock of this machine is ahead of the clock of a shared database, and whether that is too much. */
  clock?: { readonly skewMs: number; readonly isSkewed: boolean } | undefined;
  /**
   * As of the last comparison: stored objects that no record names, objects that are named but not stored, and the stored
   * bytes of each owner. And why the bucket cannot be used, and what is cached of it.
   */
  media: {
    unlisted: number;
    missing: number;
    bytesOf: ReadonlyMap<string, number>;
    problem?: MediaStoreProblem | undefined;
    /** What to correct, when the problem is `forbidden`. */
    setting?: StoreSetting | undefined;
    cache?: CacheStatistics | undefined;
  };
}

/** Implements the part of Mux's API that `@mux/mux-node` is used for. */
export interface VideoEngine {
  /** Answers one request; `req.url` has the mount prefix already stripped. */
  handle(req: IncomingMessage, res: ServerResponse): void;
  /**
   * Opens the catalogue, repairs the state after a crash, resumes jobs and webhooks. Where its bucket or a shared database
   * does not answer, or refuses, it resolves too, and the start goes on by itself: see {@link started}.
   *
   * @throws MediaFolderError when the catalogue is missing, damaged, in use, or of other media files
   */
  start(): Promise<void>;
  /** Resolves when the engine runs, or has been stopped before. @throws as `start` */
  started(): Promise<void>;
  readonly isRunning: boolean;
  /** Before `start()` it has 0 bytes. */
  statistics(): EngineStatistics;
  /** Reads the queue: each kind once, also those without a job. None before `start()`. */
  jobStatistics(): Promise<JobStatistics[]>;
  /** Ends running jobs (they start again at the next start) and closes the catalogue. */
  stop(): Promise<void>;
}

/** The default limits. */
export const defaultLimits: Limits = {
  ...defaultMediaLimits,
  maxFileBytes: 16 * 1024 ** 3,
  maxQueuedJobs: 10_000,
  maxOpenUploads: 10_000,
  uploadWindowSeconds: 30,
  uploadMinRate: 1024,
  maxThumbnailWidth: 1920,
  thumbnailsPerAsset: 100,
  maxWaitingThumbnails: 64,
  maxRestBodyBytes: 256 * 1024,
  maxPageSize: 100,
  maxJobAttempts: 20,
  leaseSeconds: 60,
  speechSecondsPerDay: Infinity,
  webhookRetrySeconds: 86_400,
  webhookDeadlineSeconds: 10,
};

/** A trace without ids. */
export const noTrace: Trace = {
  id: () => undefined,
  within: (_id, _name, work) => work(),
  headers: () => ({}),
};

/** A logger that drops everything. */
export const silentLogger: Logger = {
  info: () => undefined,
  warn: () => undefined,
  error: () => undefined,
};
