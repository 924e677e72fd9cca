import type { PackagedMedia } from '@vault/media';
import type { AssetRecord, Failure, RenditionResolution, TrackRecord } from '../catalogue/records.ts';
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
  const { tracks } = asset;
  return {
    id: asset.id,
    status: asset.status,
    created_at: String(Math.floor(asset.createdAt / 1000)),
    playback_ids: [{ id: asset.playbackId, policy: keys.length > 0 ? 'signed' : 'public' }],
    upload_id: asset.uploadId,
    passthrough: asset.passthrough,
    meta: asset.meta,
    progress: presentProgress(asset, progress, queued),
    errors: presentErrors(asset.error),
    tracks: tracks.length === 0 ? undefined : tracks.map((track) => presentTrack(track, progress, queued)),
    static_renditions: presentRenditions(asset),
    contents: asset.media?.contents,
    warnings: asset.media?.warnings,
    duration: asset.media?.duration,
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

export const renditionNames = { highest: 'highest.mp4', 'audio-only': 'audio.m4a' } as const;

/** The size of a download in bytes; undefined when the recording has no such content. */
export function renditionBytes(
  resolution: RenditionResolution,
  { video, bytes, audioBytes }: PackagedMedia,
): number | undefined {
  if (resolution === 'highest') return video && bytes;
  return audioBytes !== undefined && video === undefined ? bytes : audioBytes;
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

/** Downloads are the packaged file or a part of it, so they are ready when the asset is. */
function presentRenditions({ renditions, status, media, error }: AssetRecord): unknown {
  if (renditions.length === 0) return undefined;
  const files = renditions.map(({ id, resolution }) => {
    const bytes = media && renditionBytes(resolution, media);
    const name = renditionNames[resolution];
    return {
      id,
      resolution,
      name,
      ext: name.slice(-3),
      type: 'standard',
      status: status === 'ready' && bytes === undefined ? 'skipped' : status,
      error: presentErrors(error),
      ...(media && bytes !== undefined && presentBytes(media, { resolution, bytes })),
    };
  });
  return { status, files };
}

function presentBytes(
  { duration, video }: PackagedMedia,
  { resolution, bytes }: { resolution: RenditionResolution; bytes: number },
): Record<string, unknown> {
  const bitrate = Math.round((8 * bytes) / Math.max(duration, 0.1));
  const picture = resolution === 'highest' ? { width: video?.width, height: video?.height } : {};
  return { ...picture, bitrate, filesize: String(bytes) };
}
