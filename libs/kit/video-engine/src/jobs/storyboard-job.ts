import { join } from 'node:path';

import { moveIntoPlace } from '../asset-files.ts';
import type { JobRecord } from '../catalogue/job-table.ts';
import { drawStoryboard, planStoryboard } from '../media/pictures/draw-storyboard.ts';
import { inWorkFolder } from './in-work-folder.ts';
import type { JobParts } from './job-parts.ts';
import type { JobHandler } from './job-runner.ts';

/** Draws the sprite of hover pictures. An asset plays without it, so a failure is not stored. */
export class StoryboardJob implements JobHandler {
  private readonly parts: JobParts;

  constructor(parts: JobParts) {
    this.parts = parts;
  }

  async run(job: JobRecord, signal: AbortSignal): Promise<() => void> {
    const { catalogue, assetFiles, tools } = this.parts;
    const media = catalogue.assets.byId(job.assetId)?.media;
    if (media?.video === undefined) return () => undefined;
    const layout = planStoryboard(media.duration, media.video);
    await inWorkFolder(assetFiles, async (folder) => {
      const target = join(folder, 'storyboard.jpg');
      const source = assetFiles.media(job.assetId);
      await drawStoryboard(tools, { source, target, layout, duration: media.duration, signal });
      await moveIntoPlace(target, assetFiles.storyboard(job.assetId));
    });
    return () => undefined;
  }

  fail(): void {
    // The storyboard stays empty.
  }
}
