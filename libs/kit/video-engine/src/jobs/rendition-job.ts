import { stat } from 'node:fs/promises';
import { join } from 'node:path';

import { moveIntoPlace } from '../asset-files.ts';
import type { LeasedJob } from '../catalogue/assets.ts';
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

  async run({ assetId, subjectId }: LeasedJob, signal: AbortSignal): Promise<StoreOutcome> {
    const { catalogue, events } = this.parts;
    const { media, renditions = [] } = (await catalogue.assets.byId(assetId)) ?? {};
    const rendition = renditions.find(({ id }) => id === subjectId);
    if (rendition === undefined || media === undefined) return nothingToStore;
    const details =
      describeStored(rendition.resolution, media) ?? (await this.encode(assetId, rendition, signal));
    return (asset) => {
      settleRendition(events, asset, subjectId, { details });
    };
  }

  fail(asset: AssetRecord, subjectId: string, error: Failure): void {
    settleRendition(this.parts.events, asset, subjectId, { error });
  }

  private async encode(
    assetId: string,
    { id, resolution }: RenditionRecord,
    signal: AbortSignal,
  ): Promise<RenditionRecord['details'] | 'skipped'> {
    const { assetFiles, tools, limits, disk } = this.parts;
    return await inWorkFolder(assetFiles, async (folder) => {
      const source = assetFiles.media(assetId);
      const target = join(folder, 'rendition.mp4');
      const facts = await probe(tools, source, limits, signal);
      await disk.requireSpace(facts.bytes);
      const shortSide = Number.parseInt(resolution, 10);
      const picture = await makeRendition(tools, { source, facts, target, shortSide, signal }, limits);
      if (picture === undefined) return 'skipped';
      const { size } = await stat(target);
      await moveIntoPlace(target, assetFiles.rendition(assetId, id));
      return renditionDetails(picture, { size, seconds: facts.duration ?? 1 });
    });
  }
}
