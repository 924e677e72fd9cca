import type { Failure, RenditionRecord } from '../catalogue/records.ts';
import type { JobParts } from './job-parts.ts';

/** Ends the state preparing of a static rendition and records the event; does nothing when it had ended before. */
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

/** Returns the API details of a finished file. @param size in bytes */
export function renditionDetails(
  picture: { width?: number; height?: number },
  { size, seconds }: { size: number; seconds: number },
): RenditionRecord['details'] {
  return { ...picture, bitrate: Math.round((8 * size) / Math.max(seconds, 0.1)), filesize: String(size) };
}
