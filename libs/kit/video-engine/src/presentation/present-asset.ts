import type { AssetMedia, AssetRecord, Failure, RenditionRecord, TrackRecord } from '../catalogue/records.ts';
import type { PlaybackKey } from '../common/options.ts';
import type { ProgressTracker } from '../common/progress-tracker.ts';

/** How many assets come before each waiting job, by the id of its asset or track. */
export type Queued = Readonly<Record<string, number>>;

/** The data for an asset's JSON. */
export interface AssetParts {
  asset: AssetRecord;
  progress: Pick<ProgressTracker, 'get'>;
  /** None in webhooks. */
  queued?: Queued;
  /** The keys of signed playback. */
  keys: readonly PlaybackKey[];
}

/**
 * Formats an asset as Mux's REST API does, with two more fields: `contents` of the uploaded file, and `warnings`. Webhooks have the same with
 * `created_at` as a number.
 */
export function presentAsset(parts: AssetParts): Record<string, unknown> {
  const { asset, progress, queued = {}, keys } = parts;
  const { tracks, renditions } = asset;
  return {
    id: asset.id,
    status: asset.status,
    created_at: String(Math.floor(asset.createdAt / 1000)),
    playback_ids: [{ id: asset.playbackId, policy: keys.length > 0 ? 'signed' : 'public' }],
    upload_id: asset.uploadId,
    ingest_type: asset.source.kind === 'clip' ? 'on_demand_clip' : 'on_demand_direct_upload',
    source_asset_id: asset.source.kind === 'upload' ? undefined : asset.source.assetId,
    passthrough: asset.passthrough,
    meta: asset.meta,
    test: asset.test,
    encoding_tier: 'baseline',
    video_quality: 'basic',
    master_access: 'none',
    mp4_support: 'none',
    max_resolution_tier: '1080p',
    progress: presentProgress(asset, progress, queued),
    errors: presentErrors(asset.error),
    tracks: tracks.length === 0 ? undefined : tracks.map((track) => presentTrack(track, progress, queued)),
    static_renditions: presentRenditions(renditions),
    contents: asset.media?.contents,
    warnings: asset.media?.warnings,
    ...presentMedia(asset.media),
  };
}

/**
 * Formats a track as Mux does. A caption track in preparation has fields that Mux does not have: `progress` (0..100),
 * `stage`, `queue_position` (assets before it) while its job waits, and `seconds_left` once it can be estimated.
 */
export function presentTrack(
  track: TrackRecord,
  progress: Pick<ProgressTracker, 'get'>,
  queued: Queued = {},
): Record<string, unknown> {
  const isPreparing = track.type === 'text' && track.status === 'preparing';
  const work = isPreparing ? progress.get(track.id) : undefined;
  return {
    id: track.id,
    type: track.type,
    status: track.status,
    ...track.details,
    error: presentErrors(track.error),
    progress: work && Math.floor(work.percent),
    stage: work?.stage,
    queue_position: work?.stage === undefined ? queued[track.id] : undefined,
    seconds_left: work?.secondsLeft,
  };
}

/** Formats a static rendition as Mux does. */
export function presentRendition(rendition: RenditionRecord): Record<string, unknown> {
  const ext = rendition.resolution === 'audio-only' ? 'm4a' : 'mp4';
  return {
    id: rendition.id,
    resolution: rendition.resolution,
    name: rendition.resolution === 'audio-only' ? 'audio.m4a' : `${rendition.resolution}.mp4`,
    ext,
    type: 'standard',
    status: rendition.status,
    passthrough: rendition.passthrough,
    error: presentErrors(rendition.error),
    ...rendition.details,
  };
}

function presentErrors(failure: Failure | undefined): unknown {
  return failure === undefined ? undefined : { type: failure.type, messages: [failure.message] };
}

function presentProgress(
  asset: AssetRecord,
  tracker: Pick<ProgressTracker, 'get'>,
  queued: Queued,
): Record<string, unknown> {
  if (asset.status === 'ready') return { state: 'completed', progress: 100 };
  if (asset.status === 'errored') return { state: 'errored', progress: -1 };
  const { stage, percent, secondsLeft } = tracker.get(asset.id);
  const ahead = stage === undefined ? queued[asset.id] : undefined;
  const isWaiting = stage === undefined || stage.startsWith('waiting');
  const state = isWaiting ? 'ingesting' : 'transcoding';
  return { state, progress: Math.floor(percent), stage, queue_position: ahead, seconds_left: secondsLeft };
}

function presentRenditions(renditions: RenditionRecord[]): unknown {
  if (renditions.length === 0) return undefined;
  const states = new Set(renditions.map((rendition) => rendition.status));
  const status = states.has('preparing') ? 'preparing' : states.has('errored') ? 'errored' : 'ready';
  return { status, files: renditions.map((rendition) => presentRendition(rendition)) };
}

function presentMedia(media: AssetMedia | undefined): Record<string, unknown> {
  if (media === undefined) return {};
  const { video } = media;
  if (video === undefined) {
    return { duration: media.duration, max_stored_resolution: 'Audio only', resolution_tier: 'audio-only' };
  }
  const short = Math.min(video.width, video.height);
  return {
    duration: media.duration,
    aspect_ratio: aspectRatio(video.width, video.height),
    max_stored_frame_rate: video.frameRate,
    max_stored_resolution: short < 720 ? 'SD' : short < 1080 ? 'HD' : 'FHD',
    resolution_tier: short <= 720 ? '720p' : '1080p',
  };
}

function aspectRatio(width: number, height: number): string {
  const divisor = greatestCommonDivisor(width, height);
  return `${width / divisor}:${height / divisor}`;
}

function greatestCommonDivisor(a: number, b: number): number {
  return b === 0 ? a : greatestCommonDivisor(b, a % b);
}
