import type {
  AssetMedia,
  AssetRecord,
  Failure,
  RenditionRecord,
  RenditionResolution,
} from '../catalogue/records.ts';
import type { EventLog } from '../webhooks/event-log.ts';

/** Moves a static rendition out of `preparing` with its event; does nothing when it is not preparing. */
export function settleRendition(
  events: EventLog,
  asset: AssetRecord,
  id: string,
  outcome: { details: RenditionRecord['details'] | 'skipped' } | { error: Failure },
): void {
  const rendition = asset.renditions.find((one) => one.id === id && one.status === 'preparing');
  if (rendition === undefined) return;
  if ('error' in outcome) Object.assign(rendition, { status: 'errored', error: outcome.error });
  else if (outcome.details === 'skipped') rendition.status = 'skipped';
  else Object.assign(rendition, { status: 'ready', details: outcome.details });
  if (rendition.status !== 'preparing') events.rendition(rendition.status, asset, rendition);
}

/**
 * Describes a rendition that needs no separate file, because it is the media file or the sound in it; `skipped` when
 * the asset has no such content. Returns undefined for any other rendition.
 */
export function describeStored(
  resolution: RenditionResolution,
  { duration, video, bytes, audioBytes }: AssetMedia,
): RenditionRecord['details'] | 'skipped' | undefined {
  if (resolution === 'highest') {
    if (video === undefined) return 'skipped';
    return renditionDetails({ width: video.width, height: video.height }, { size: bytes, seconds: duration });
  }
  if (resolution !== 'audio-only') return undefined;
  if (audioBytes === undefined) return 'skipped';
  return renditionDetails({}, { size: video === undefined ? bytes : audioBytes, seconds: duration });
}

/** Returns the API details of a finished file. @param size in bytes */
export function renditionDetails(
  picture: { width?: number; height?: number },
  { size, seconds }: { size: number; seconds: number },
): RenditionRecord['details'] {
  return { ...picture, bitrate: Math.round((8 * size) / Math.max(seconds, 0.1)), filesize: String(size) };
}
