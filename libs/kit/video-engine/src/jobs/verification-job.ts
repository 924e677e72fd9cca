import { rm } from 'node:fs/promises';

import { sync } from '../asset-files.ts';
import type { LeasedJob } from '../catalogue/assets.ts';
import { exists } from '../media/tools/exists.ts';
import { hlsFiles } from '../media/packaging/hls-playlist.ts';
import { probe } from '../media/probing/probe.ts';
import { verifyMedia } from '../media/probing/verify-media.ts';
import type { JobParts } from './job-parts.ts';
import type { JobHandler, StoreOutcome } from './job-runner.ts';
import { nothingToStore } from './job-runner.ts';

/**
 * Compares a packaged asset with its uploaded file, and removes that file unless it has further tracks. Every step
 * before the removal is on the disk by then, so that after a crash or a power failure there is always one complete file.
 */
export class VerificationJob implements JobHandler {
  private readonly parts: JobParts;

  constructor(parts: JobParts) {
    this.parts = parts;
  }

  async run({ assetId }: LeasedJob, signal: AbortSignal): Promise<StoreOutcome> {
    const { catalogue, assetFiles, tools, limits } = this.parts;
    const media = (await catalogue.assets.byId(assetId))?.media;
    const source = assetFiles.source(assetId);
    // An interrupted attempt may have removed the file.
    if (media !== undefined && (await exists(source))) {
      await verifyMedia(tools, { source, result: assetFiles.media(assetId), media, signal }, limits);
      const files = Object.values(hlsFiles).map((name) => assetFiles.hls(assetId, name));
      for (const path of [...files, assetFiles.hls(assetId), assetFiles.folder(assetId)]) await sync(path);
      const { sounds, pictures, hasUnreadable } = await probe(tools, source, limits, signal);
      // The packaged file has one track of each kind: the others are nowhere else.
      if (sounds.length <= 1 && pictures.length <= 1 && !hasUnreadable) await rm(source);
    }
    return nothingToStore;
  }

  fail(): void {
    // The uploaded file stays; the runner has logged the reason.
  }
}
