import type { PackagedMedia } from '@vault/media';
import type { Part, PartedUpload } from '@vault/media-store';
import type { WorkProgress } from '../common/progress-tracker.ts';

/** Why something has the state errored: `type` for programs, `message` for users. */
export interface Failure {
  type: string;
  message: string;
}

/** Settings of one caption track to generate. */
export interface SubtitleRequest {
  language_code: string;
  name?: string;
  passthrough?: string;
  /** Names that may be said. */
  hints?: string[];
}

/** What may be requested as a download: the stream itself, and its sound. */
export const renditionResolutions = ['highest', 'audio-only'] as const;
export type RenditionResolution = (typeof renditionResolutions)[number];

/** Settings of a new asset, from an upload or from another asset. */
export interface AssetSettings {
  passthrough?: string;
  meta?: Record<string, string>;
  subtitles: SubtitleRequest[];
  renditions: { resolution: RenditionResolution }[];
  /** The trace id in the log lines of all work on the asset. */
  trace?: string;
}

/** One direct upload. `held` counts the bytes that are stored; `total` is known after the first chunk. */
export interface UploadRecord {
  id: string;
  seq: number;
  secret: string;
  status: 'waiting' | 'asset_created' | 'errored' | 'cancelled' | 'timed_out';
  /** Epoch milliseconds. */
  createdAt: number;
  expiresAt: number;
  /** Seconds. */
  timeout: number;
  corsOrigin: string;
  settings: AssetSettings;
  held: number;
  total?: number | undefined;
  /** The object that the bytes become; from the first request on. */
  parted?: PartedUpload;
  /** The length of its parts, where the store wants one; by default the one that the store names. */
  partBytes?: number | undefined;
  /** The stored parts of the object, in their order. */
  parts: Part[];
  /** Bytes after the parts, which are too few for one; an object of its own. */
  rest?: { key: string; bytes: number } | undefined;
  /** The number of the next part, as the last request that wrote noted it. */
  nextPart: number;
  /** The request that writes: only it may note further bytes, and it may have used further numbers of parts. */
  writer?: string | undefined;
  assetId?: string;
  /** Whether the asset of `assetId` is not stored yet. */
  lacksAsset?: boolean;
  error?: Failure | undefined;
  events: EventRecord[];
}

/** A span of another asset, in seconds. */
export interface ClipSource {
  kind: 'clip';
  assetId: string;
  start?: number;
  end?: number;
  /** The shape of the picture, which is cropped unless it is shown with bars; as it is by default. */
  frame?: { aspectRatio: '1:1' | '9:16'; centre: number; fit?: 'crop' | 'bars' };
  /** WebVTT that is drawn into the picture, with times relative to the clip; until the clip is ready. */
  captions?: string;
}

/**
 * The source of an asset: an upload, a span (in seconds) of another asset, or tracks of the file that another asset was
 * made of, by their numbers in the file.
 */
export type AssetSource =
  | { kind: 'upload'; uploadId: string }
  | ClipSource
  | { kind: 'tracks'; assetId: string; sound?: number; picture?: number };

/** One asset with all that belongs to it, in one document: each change of it is one atomic write. */
export interface AssetRecord {
  id: string;
  /** Rises with each new asset: the order of lists. */
  seq: number;
  playbackId: string;
  status: 'preparing' | 'ready' | 'errored';
  /** Epoch milliseconds. */
  createdAt: number;
  uploadId?: string | undefined;
  source: AssetSource;
  /** Who takes turns in the job queue: the user, else the asset of which this is a clip, else the asset itself. */
  owner: string;
  passthrough?: string | undefined;
  meta?: Record<string, string> | undefined;
  trace?: string | undefined;
  media?: PackagedMedia;
  error?: Failure;
  tracks: TrackRecord[];
  /** Whether the packaged file still has to be compared with the uploaded one. */
  lacksVerification?: boolean;
  /** At most one of each resolution. */
  renditions: RenditionRecord[];
  jobs: JobRecord[];
  /** The keys of its objects in the media store, by their names. */
  files: Record<string, string>;
  /** The keys of objects that it names no more, until they are deleted. */
  dropped: string[];
  /** The fencing number of the last lease of a job. */
  lastLease: number;
  events: EventRecord[];
  /** When it was deleted, in epoch milliseconds. Its document stays for a day without its content. */
  deletedAt?: number;
}

/** One track of an asset; `details` holds the Mux fields that depend on the type. */
export interface TrackRecord {
  id: string;
  type: 'video' | 'audio' | 'text';
  status: 'preparing' | 'ready' | 'errored';
  details: Record<string, unknown>;
  /** Names that the recogniser may use; until the track is made. */
  hints?: string[] | undefined;
  error?: Failure | undefined;
}

/** A requested download, which needs no file of its own. */
export interface RenditionRecord {
  id: string;
  resolution: RenditionResolution;
}

/** The kind of work on a subject: an asset or a track. */
export type JobKind = 'ingest' | 'verification' | 'storyboard' | 'captions';

/**
 * Lanes run in parallel. Long encodes do not delay sources that are packaged in seconds, and captions delay no other
 * work. A user waits for a clip, so only clips delay clips, and long clips do not delay short ones.
 */
export const jobLanes = ['clip', 'long-clip', 'media', 'encode', 'speech'] as const;
export type JobLane = (typeof jobLanes)[number];

/** One job of an asset. The change that stores its result removes it. */
export interface JobRecord {
  kind: JobKind;
  subjectId: string;
  /** Of captions in pieces: the position of the piece, or their number for the job that joins them. */
  piece?: number | undefined;
  lane: JobLane;
  /** Within its lane lower numbers come first, then older assets, then lower numbers of `seq`. */
  priority: number;
  seq: number;
  /** Epoch milliseconds. */
  addedAt: number;
  /** Not started before; epoch milliseconds, 0 for at once. */
  dueAt: number;
  /** Started attempts, with the current one. */
  attempts: number;
  /** How often another machine has worked on its sound; absent: never. */
  sent?: number;
  /** The fencing number of who works on it; a result is stored only while it is unchanged. */
  lease?: number;
  /** When the lease expires unless it is renewed; epoch milliseconds. */
  leasedUntil?: number;
  /** What the work has reached, for other engines; an engine that uses the catalogue alone does not note it. */
  progress?: WorkProgress;
}

/** One webhook to deliver. */
export interface EventRecord {
  id: string;
  type: string;
  /** The exact JSON, the same in every attempt. */
  body: string;
  /** Epoch milliseconds. */
  createdAt: number;
  /** Not sent before; epoch milliseconds. */
  dueAt: number;
  /** Failed attempts. */
  attempts: number;
  /** The trace id in the log lines of its delivery. */
  trace?: string | undefined;
}
