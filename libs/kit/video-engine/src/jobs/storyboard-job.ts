import { join } from 'node:path';

import { moveIntoPlace } from '../asset-files.ts';
import type { LeasedJob } from '../catalogue/assets.ts';
import { drawStoryboard, planStoryboard } from '../media/pictures/draw-storyboard.ts';
import { inWorkFolder } from './in-work-folder.ts';
import type { JobParts } from './job-parts.ts';
import type { JobHandler, StoreOutcome } from './job-runner.ts';
import { nothingToStore } from './job-runner.ts';

/** Draws the sprite of hover pictures. An asset plays without it, so a failure is not stored. */
export class StoryboardJob implements JobHandler {
  private readonly parts: JobParts;

  constructor(parts: JobParts) {
    this.parts = parts;
  }

  async run(job: LeasedJob, signal: AbortSignal): Promise<StoreOutcome> {
    const { catalogue, assetFiles, tools } = this.parts;
    const media = (await catalogue.assets.byId(job.assetId))?.media;
    if (media?.video === undefined) return nothingToStore;
    const layout = planStoryboard(media.duration, media.video);
    await inWorkFolder(assetFiles, async (folder) => {
      const target = join(folder, 'storyboard.jpg');
      const source = assetFiles.media(job.assetId);
      await drawStoryboard(tools, { source, target, layout, duration: media.duration, signal });
      await moveIntoPlace(target, assetFiles.storyboard(job.assetId));
    });
    return nothingToStore;
  }

  fail(): void {
    // The storyboard stays empty.
  }
}
