import type { ContentItem, WorkStage } from '@vault/contracts';

/** The port of the video host. All times in seconds, all percents 0 to 100. */
export interface VideoHost {
  /**
   * Opens a direct upload. The returned url contains its own secret.
   * @throws {AppError} unavailable, with a message for the person: also when the host has no disk space
   */
  createUpload(request: UploadRequest): Promise<{ uploadId: string; url: string }>;
  /** @returns null when the host does not have it */
  getUpload(uploadId: string): Promise<HostUpload | null>;
  cancelUpload(uploadId: string): Promise<void>;
  /** @param captionsTrackId whose captions `captions` is about; without it, those that are ready, else the first */
  getAsset(assetId: string, captionsTrackId?: string): Promise<HostAsset | null>;
  /** Deletes the asset and all files made from it. Succeeds when it was deleted already. */
  deleteAsset(assetId: string): Promise<void>;
  /**
   * Gives an asset another playback id: addresses with the old one end.
   * @returns it; null when the host does not have the asset
   */
  renewPlayback(assetId: string, playbackId: string): Promise<string | null>;
  /** Whether clips may have another frame than the video, and captions burned in. */
  readonly canChangePicture: boolean;
  /**
   * Makes a frame-accurate clip of a video as a separate asset, with a file to download. Not idempotent, and not
   * retried: without an answer, call {@link VideoHost.findClip} before a retry, or there may be two clips.
   * @throws {AppError} conflict, when the video was deleted or is not playable yet
   */
  createClip(request: ClipRequest): Promise<HostClip>;
  /** The clip with a passthrough among the newest assets; null when it is not among them. */
  findClip(passthrough: string): Promise<(HostAsset & HostClip) | null>;
  /**
   * Makes another asset of the uploaded file, with another sound or picture and its own captions. Recognised captions
   * are copied when the sound is the same. Not idempotent, as {@link VideoHost.createClip}.
   * @returns its id
   * @throws {AppError} conflict, also when the file is no longer stored
   */
  selectTracks(request: TrackSelection): Promise<string>;
  /** Requests captions again after a failure. */
  requestCaptions(assetId: string, hints?: CaptionHints): Promise<void>;
  /** Whether captions can be recognised again, in a language that a person states. */
  readonly canChooseLanguage: boolean;
  /**
   * Recognises the words again, beside the captions that there are. Idempotent by the passthrough.
   * @returns the id of the text track that is being made
   * @throws {AppError} not-found; conflict without sound, or without {@link VideoHost.canChooseLanguage}
   */
  recogniseAgain(request: RecognitionRequest): Promise<string>;
  /** Deletes a text track. Succeeds when it was deleted already. */
  deleteCaptions(assetId: string, trackId: string): Promise<void>;
  /** The WebVTT text of a finished text track. */
  readTextTrack(playbackId: string, trackId: string): Promise<string>;
  /** The urls of a video for browsers, without tokens: `MediaAddresses` adds those of signed media. */
  urls(playbackId: string): PlaybackUrls;
  /** What does not work at the host because of a wrong setting, as sentences; none while it does not answer. */
  wrongSettings(): Promise<string[]>;
  /**
   * Checks the signature over the raw bytes and returns which upload or asset has changed.
   * @throws {AppError} unauthenticated, when it is forged, stale or unreadable
   */
  readWebhook(body: Buffer, signature: string): Promise<HostEvent>;
}

export interface UploadRequest {
  readonly passthrough: string;
  /** The same for all uploads of one person, but anonymous: hosts schedule their work fairly by it. */
  readonly ownerKey: string;
  readonly hints?: CaptionHints;
}

/** Names that may be said, at most 800 characters with `, ` between; only with {@link VideoHost.canChooseLanguage}. */
export type CaptionHints = readonly string[];

export interface ClipRequest {
  /** The asset of the video. */
  readonly assetId: string;
  readonly start: number;
  readonly end: number;
  /** The key for {@link VideoHost.findClip}. */
  readonly passthrough: string;
  /** Only with {@link VideoHost.canChangePicture}: the shape of the picture; as recorded when absent. */
  readonly frame?: ClipFrameRequest | undefined;
  /** Only with {@link VideoHost.canChangePicture}: WebVTT with times relative to the clip, drawn into its picture. */
  readonly burnedCaptions?: string | undefined;
}

export interface ClipFrameRequest {
  readonly aspectRatio: '1:1' | '9:16';
  /** Where its middle is in the width of the picture, 0 to 1. */
  readonly centre: number;
  /** The part of the picture that fills it, or all of the picture with black bars. */
  readonly fit: 'crop' | 'bars';
}

export interface TrackSelection {
  readonly assetId: string;
  /** The number of a track in the file; absent: the one that is used now. */
  readonly sound?: number | undefined;
  readonly picture?: number | undefined;
  /** The key for {@link VideoHost.findClip}. */
  readonly passthrough: string;
  readonly hints?: CaptionHints;
}

export interface RecognitionRequest {
  readonly assetId: string;
  /** ISO 639-1, or `auto`: the host finds it. */
  readonly language: string;
  readonly passthrough: string;
  readonly hints?: CaptionHints;
}

export interface HostClip {
  readonly assetId: string;
  readonly playbackId: string;
}

export interface HostUpload {
  readonly state: 'waiting' | 'asset_created' | 'errored' | 'cancelled' | 'timed_out';
  readonly assetId?: string;
  readonly errorMessage?: string;
}

/** What the host reports of unfinished work. The percent beside it is for the stage, if any. */
export interface HostWork {
  readonly stage?: WorkStage;
  /** Other recordings ahead of this one; absent once it has begun. */
  readonly ahead?: number;
  /** Estimated time left of the stage, in seconds. */
  readonly secondsLeft?: number;
}

export interface HostCaptions extends HostWork {
  readonly status: 'absent' | 'preparing' | 'ready' | 'errored';
  readonly trackId?: string;
  readonly language?: string;
  readonly percent?: number;
  /** A sentence saying why there are none. */
  readonly errorMessage?: string;
  /** False when a retry cannot help: no speech, or an unsupported language. */
  readonly isRetryable?: boolean;
}

export interface HostAsset extends HostWork {
  readonly id: string;
  readonly status: 'preparing' | 'ready' | 'errored';
  readonly percent: number;
  readonly errorMessage?: string;
  readonly playbackId?: string;
  readonly durationSeconds: number;
  readonly captions: HostCaptions;
  /** What the uploaded file contains; empty when the host does not say. */
  readonly contents?: readonly ContentItem[];
  /** What it lacks of what was requested, as sentences; empty when the host does not say. */
  readonly warnings?: readonly string[];
  /** The text track with the chapters of the uploaded file. */
  readonly chaptersTrackId?: string;
  /** The file name of a finished static rendition: with picture where there is one, else sound alone. */
  readonly downloadName?: string;
  /** The size of that file, when the host says it. */
  readonly downloadBytes?: number;
  /** The {@link HostAsset.downloadName} that its clips will have; known once it is playable. */
  readonly clipName?: string;
  /** Whether there is a picture; known once it is playable. */
  readonly hasPicture?: boolean;
}

export interface PlaybackUrls {
  readonly stream: string;
  readonly thumbnail: string;
  readonly storyboard: string;
  captions(trackId: string): string;
  /** @param name the {@link HostAsset.downloadName} */
  download(name: string): string;
}

/** Which upload or asset has changed. Query the host for its state, so that late and repeated events are harmless. */
export interface HostEvent {
  readonly id: string;
  readonly type: string;
  readonly uploadId?: string;
  readonly assetId?: string;
}
