import { stat } from 'node:fs/promises';
import { join } from 'node:path';

import type { LeasedJob } from '../catalogue/assets.ts';
import { renditionFile } from '../catalogue/files.ts';
import type { AssetRecord, Failure, RenditionRecord } from '../catalogue/records.ts';
import { makeRendition } from '../media/packaging/make-rendition.ts';
import { probe } from '../media/probing/probe.ts';
import { inWorkFolder } from './in-work-folder.ts';
import type { JobParts } from './job-parts.ts';
import type { JobHandler, StoreOutcome } from './job-runner.ts';
import { nothingToStore } from './job-runner.ts';
import { describeStored, renditionDetails, settleRendition } from './settle-rendition.ts';

/** Creates a static MP4 or M4A. */
export class RenditionJob implements JobHandler {
  private readonly parts: JobParts;

  constructor(parts: JobParts) {
    this.parts = parts;
  }

  async run(job: LeasedJob, signal: AbortSignal): Promise<StoreOutcome> {
    const { catalogue, events } = this.parts;
    const asset = await catalogue.assets.byId(job.assetId);
    const rendition = asset?.renditions.find(({ id }) => id === job.subjectId);
    if (rendition === undefined || asset?.media === undefined) return nothingToStore;
    const stored = describeStored(rendition.resolution, asset.media);
    const { details, files } =
      stored === undefined
        ? await this.encode(job, { asset, rendition, signal })
        : { details: stored, files: {} };
    return (changed) => {
      Object.assign(changed.files, files);
      settleRendition(events, changed, rendition.id, { details });
    };
  }

  fail(asset: AssetRecord, subjectId: string, error: Failure): void {
    settleRendition(this.parts.events, asset, subjectId, { error });
  }

  private async encode(
    job: LeasedJob,
    request: { asset: AssetRecord; rendition: RenditionRecord; signal: AbortSignal },
  ): Promise<{ details: RenditionRecord['details'] | 'skipped'; files: Record<string, string> }> {
    const { assetFiles, tools, limits, disk } = this.parts;
    const { asset, rendition, signal } = request;
    return await inWorkFolder(assetFiles, async (folder) => {
      const target = join(folder, 'rendition.mp4');
      const result = await assetFiles.use(asset, 'media', async (source) => {
        const facts = await probe(tools, source, limits, signal);
        await disk.requireSpace(facts.bytes);
        const shortSide = Number.parseInt(rendition.resolution, 10);
        const picture = await makeRendition(tools, { source, facts, target, shortSide, signal }, limits);
        return picture && { picture, seconds: facts.duration ?? 1 };
      });
      if (result === undefined) return { details: 'skipped', files: {} };
      const { size } = await stat(target);
      const files = await assetFiles.publish(job, { [renditionFile(rendition.id)]: { path: target } });
      return { details: renditionDetails(result.picture, { size, seconds: result.seconds }), files };
    });
  }
}
