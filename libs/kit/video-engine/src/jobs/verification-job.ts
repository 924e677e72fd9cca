import { type ContentItem, probe, verifyMedia } from '@vault/media';
import type { LeasedJob } from '../catalogue/assets.ts';
import { dropFiles } from '../catalogue/files.ts';
import type { JobParts } from './job-parts.ts';
import { type JobHandler, type StoreOutcome, nothingToStore } from './job-runner.ts';

/**
 * Compares a packaged asset with its uploaded file, and removes that file unless it has further tracks.
 */
export class VerificationJob implements JobHandler {
  private readonly parts: JobParts;

  constructor(parts: JobParts) {
    this.parts = parts;
  }

  async run({ assetId }: LeasedJob, signal: AbortSignal): Promise<StoreOutcome> {
    const { catalogue, assetFiles, tools, limits } = this.parts;
    const asset = await catalogue.assets.byId(assetId);
    const { media } = asset ?? {};
    if (asset === undefined || media === undefined) return nothingToStore;
    const verify = async (source: string, result: string): Promise<StoreOutcome> => {
      await verifyMedia(tools, { source, result, media, signal }, limits);
      const { sounds, pictures, hasUnreadable } = await probe(tools, source, limits, signal);
      // The packaged file has one track of each kind: the others are nowhere else.
      const hasFailed = media.contents?.some(({ kind, reason }) => isTrack(kind) && reason === 'unreadable');
      if (sounds.length > 1 || pictures.length > 1 || hasUnreadable || hasFailed === true)
        return nothingToStore;
      return (changed) => dropFiles(changed, 'source');
    };
    return await assetFiles.use(
      asset,
      'source',
      (source) => assetFiles.use(asset, 'media', (result) => verify(source, result), { signal }),
      { signal },
    );
  }

  fail(): void {
    // The uploaded file stays; the runner has logged the reason.
  }
}

function isTrack(kind: ContentItem['kind']): boolean {
  return kind === 'picture' || kind === 'sound';
}
