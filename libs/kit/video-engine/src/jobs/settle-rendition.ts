import type { AssetMedia, Failure, RenditionRecord, RenditionResolution } from '../catalogue/records.ts';
import type { JobParts } from './job-parts.ts';

/** Moves a static rendition out of `preparing` and records the event; does nothing when it was not preparing. */
export function settleRendition(
  { catalogue, events }: Pick<JobParts, 'catalogue' | 'events'>,
  id: string,
  status: 'ready' | 'skipped' | 'errored',
  { failure, ...details }: RenditionRecord['details'] & { failure?: Failure } = {},
): void {
  if (!catalogue.renditions.settle(id, status, details, failure)) return;
  const rendition = catalogue.renditions.byId(id);
  if (rendition !== undefined) events.rendition(status, rendition);
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
