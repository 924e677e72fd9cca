import type { Transcriber } from '@vault/speech';
import type { IncomingMessage, ServerResponse } from 'node:http';

import type { MeasureFree } from './room.ts';

/** The pino-shaped logger the engine writes to: what went wrong is under `err`, the one name pino writes out. */
export interface Logger {
  info(details: object, message: string): void;
  warn(details: object, message: string): void;
  error(details: object, message: string): void;
}

/** Every bound of the engine. Sizes are bytes, times are seconds. */
export interface Limits {
  /** Largest accepted source file. */
  maxFileBytes: number;
  /** Longest accepted recording; ffmpeg itself is stopped ten seconds later. */
  maxDurationSeconds: number;
  /** Largest accepted frame, width x height. */
  maxPixels: number;
  /** Most pixels in all: width x height x frames a second x seconds. */
  maxTotalPixels: number;
  /** Most streams (of any type) in one file. */
  maxStreams: number;
  /** Disk space that uploads must leave free; work on what has arrived may take half of it. */
  reserveBytes: number;
  /** Most jobs waiting or running; above it new work is answered 503. */
  maxQueuedJobs: number;
  /** Most uploads in the state waiting. */
  maxOpenUploads: number;
  /** The time over which the pace of an upload request is measured. */
  uploadWindowSeconds: number;
  /** An upload request that brings fewer bytes a second, or none, is ended with 503; its bytes are kept. */
  uploadMinRate: number;
  /** Widest thumbnail. */
  maxThumbnailWidth: number;
  /** Thumbnails kept on disk per asset; the least recently made go first. */
  thumbnailsPerAsset: number;
  /** Thumbnail requests that may wait for a free ffmpeg; above it 503. */
  maxWaitingThumbnails: number;
  /** Largest REST body. */
  maxRestBodyBytes: number;
  /** Largest page of a list. */
  maxPageSize: number;
  /** How often a job may be begun again after crashes and transient trouble. */
  maxJobAttempts: number;
  /** How long a webhook is retried. */
  webhookRetrySeconds: number;
  /** Time one webhook try may take. */
  webhookDeadlineSeconds: number;
}

/** The ids that log lines carry; the logger adds the one of the work at hand itself. */
export interface Trace {
  /** The id of the work at hand. */
  id(): string | undefined;
  /** Does work under an id. */
  within<T>(id: string | undefined, work: () => T): T;
}

/** What `createVideoEngine` needs. */
export interface VideoEngineOptions {
  /** Everything the engine owns lies below this folder; one engine per folder. */
  dataDir: string;
  /** Prefix of every url handed out: `/media` (root-relative) or `https://host/media`. */
  publicUrl: string;
  /** HTTP basic auth of the REST part. */
  token: { id: string; secret: string };
  /** Where events go, and the secret that signs them. Without it events are not recorded. */
  webhook?: { url: string; secret: string };
  /** Turns 16 kHz WAV files into cues. The engine does not close it. */
  transcriber: Transcriber;
  /** ffmpeg jobs at once; default half the cores, at least one. Transcription is one at a time. */
  concurrency?: number;
  limits?: Partial<Limits>;
  logger?: Logger;
  /** Programs; default `ffmpeg` and `ffprobe` from PATH. */
  ffmpeg?: string;
  ffprobe?: string;
  /** How free space is measured; by what the file system says unless set. */
  measureFree?: MeasureFree;
  /** Origins of pages that may upload, beside the one that an upload was opened for (`cors_origin`). */
  uploadOrigins?: readonly string[];
  /** Keeps what belongs together apart in the log: one id from the request that opened an upload to its last job. */
  trace?: Trace;
  /** Who may use media; default `same-origin`. `cross-origin` also lets scripts of any origin read it. */
  resourcePolicy?: 'same-origin' | 'same-site' | 'cross-origin';
}

/** The jobs of one kind. */
export interface JobStatistics {
  /** `ingest`, `storyboard`, `captions` or `rendition`. */
  kind: string;
  /** Jobs that nobody works on yet, those that wait for another try included. */
  waiting: number;
  running: number;
  /** Time since the job was added that has been there longest, waiting or running; 0 when there is none. */
  oldestAgeSeconds: number;
}

/** What the engine has to do and has done. */
export interface EngineStatistics {
  /** Each kind once, also those without a job. */
  jobs: JobStatistics[];
  /** Bytes of uploads stored since the engine was started. */
  uploadBytes: number;
  /** The disk: bytes free a moment ago, and those that uploads leave free. Undefined while the engine is not started. */
  room: { freeBytes: number; reserveBytes: number } | undefined;
}

/** A running stand-in for the part of Mux that is spoken through `@mux/mux-node`. */
export interface VideoEngine {
  /** Answers one request; `req.url` has the mount prefix already stripped. */
  handle(req: IncomingMessage, res: ServerResponse): void;
  /** Opens the catalogue, repairs what a crash left, resumes jobs and webhooks. */
  start(): Promise<void>;
  /** Cheap: one look at the queue. Without jobs and bytes while the engine is not started. */
  statistics(): EngineStatistics;
  /** Ends running work (it resumes at the next start) and closes the catalogue. */
  stop(): Promise<void>;
}

const GIB = 1024 ** 3;

/** The bounds used where the options name none. */
export const DEFAULT_LIMITS: Limits = {
  maxFileBytes: 16 * GIB,
  maxDurationSeconds: 10_800,
  maxPixels: 36_000_000,
  // Three hours of 4K at 30 frames a second.
  maxTotalPixels: 2.7e12,
  maxStreams: 16,
  reserveBytes: GIB / 2,
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
  webhookRetrySeconds: 86_400,
  webhookDeadlineSeconds: 10,
};

/** No ids. */
export const NO_TRACE: Trace = { id: () => undefined, within: (_, work) => work() };

/** A logger that drops everything. */
export const SILENT_LOGGER: Logger = {
  info: () => undefined,
  warn: () => undefined,
  error: () => undefined,
};
