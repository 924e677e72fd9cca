/** The video host as the product sees it. All times in seconds, all percents 0 to 100. */
export interface VideoHost {
  /**
   * Opens a direct upload. The returned url carries its own secret.
   * @throws {AppError} unavailable, in words for the person: also when the host has no room
   */
  createUpload(request: UploadRequest): Promise<{ uploadId: string; url: string }>;
  /** @returns null when the host does not know it (any more) */
  getUpload(uploadId: string): Promise<HostUpload | null>;
  cancelUpload(uploadId: string): Promise<void>;
  getAsset(assetId: string): Promise<HostAsset | null>;
  /** Deletes the asset and all that was made from it; one that is gone already is no error. */
  deleteAsset(assetId: string): Promise<void>;
  /**
   * Has a span of a video made into an asset of its own, exact to the frame, with a file to download. Asked once: who
   * hears no answer looks with {@link VideoHost.findClip} before asking again, or there may be two.
   * @throws {AppError} conflict, when the video is gone or does not play yet
   */
  createClip(request: ClipRequest): Promise<HostClip>;
  /** The clip that was made under a passthrough, among the newest assets; null when it is not among them. */
  findClip(passthrough: string): Promise<(HostAsset & HostClip) | null>;
  /** Asks for captions once more after a failure. */
  requestCaptions(assetId: string): Promise<void>;
  /** The WebVTT text of a finished text track. */
  readTextTrack(playbackId: string, trackId: string): Promise<string>;
  /** Where browsers find what was made of a video. */
  urls(playbackId: string): PlaybackUrls;
  /**
   * Checks the signature over the raw bytes and says what the event is about.
   * @throws {AppError} unauthenticated, when it is forged, stale or unreadable
   */
  readWebhook(body: Buffer, signature: string): Promise<HostEvent>;
}

export interface UploadRequest {
  readonly passthrough: string;
  /** The same for all uploads of one person, and says nothing of who it is: hosts share their work out by it. */
  readonly ownerKey: string;
}

export interface ClipRequest {
  /** Of the video that is cut. */
  readonly assetId: string;
  readonly start: number;
  readonly end: number;
  /** What the clip is found by. */
  readonly passthrough: string;
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

/** What a host says of work that is not done, where it says so. */
export interface HostWait {
  /** Jobs before this one; absent once it has begun. */
  readonly ahead?: number;
  /** At the pace so far. */
  readonly secondsLeft?: number;
}

export interface HostCaptions extends HostWait {
  readonly status: 'absent' | 'preparing' | 'ready' | 'errored';
  readonly trackId?: string;
  readonly language?: string;
  readonly percent?: number;
  /** A sentence saying why there are none. */
  readonly errorMessage?: string;
  /** False when trying again cannot help: nobody speaks, or not in a known language. */
  readonly isRetryable?: boolean;
}

export interface HostAsset extends HostWait {
  readonly id: string;
  readonly status: 'preparing' | 'ready' | 'errored';
  readonly percent: number;
  readonly errorMessage?: string;
  readonly playbackId?: string;
  readonly durationSeconds: number;
  readonly captions: HostCaptions;
  /** The file name of a finished static rendition: with picture where there is one, else sound alone. */
  readonly downloadName?: string;
  /** The {@link HostAsset.downloadName} that a clip of it will have; known once it plays. */
  readonly clipName?: string;
}

export interface PlaybackUrls {
  readonly stream: string;
  readonly thumbnail: string;
  readonly storyboard: string;
  captions(trackId: string): string;
  /** @param name the {@link HostAsset.downloadName} */
  download(name: string): string;
}

/** Which upload or asset has news. What the news is, the host is asked: late and repeated events do no harm then. */
export interface HostEvent {
  readonly id: string;
  readonly type: string;
  readonly uploadId?: string;
  readonly assetId?: string;
}
