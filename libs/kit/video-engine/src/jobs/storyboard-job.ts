import { join } from 'node:path';
import { drawStoryboard, planStoryboard } from '@vault/media';
import type { LeasedJob } from '../catalogue/assets.ts';
import { inWorkFolder } from './in-work-folder.ts';
import type { JobParts } from './job-parts.ts';
import { type JobHandler, type StoreOutcome, nothingToStore } from './job-runner.ts';

/** Draws the sprite of hover pictures. An asset plays without it, so a failure is not stored. */
export class StoryboardJob implements JobHandler {
  private readonly parts: JobParts;

  constructor(parts: JobParts) {
    this.parts = parts;
  }

  async run(job: LeasedJob, signal: AbortSignal): Promise<StoreOutcome> {
    const { catalogue, assetFiles, tools } = this.parts;
    const asset = await catalogue.assets.byId(job.assetId);
    const { media } = asset ?? {};
    if (asset === undefined || media?.video === undefined) return nothingToStore;
    const layout = planStoryboard(media.duration, media.video);
    return await inWorkFolder(assetFiles, async (folder) => {
      const target = join(folder, 'storyboard.jpg');
      const draw = (source: string): Promise<void> =>
        drawStoryboard(tools, { source, target, layout, duration: media.duration, signal });
      await assetFiles.use(asset, 'media', draw, { signal });
      const files = await assetFiles.publish(job, { storyboard: { path: target } });
      return (changed) => Object.assign(changed.files, files);
    });
  }

  fail(): void {
    // The storyboard stays empty.
  }
}
