import { stat } from 'node:fs/promises';
import { join } from 'node:path';

import { moveIntoPlace } from '../asset-files.ts';
import type { JobRecord } from '../catalogue/job-table.ts';
import type { Failure, RenditionRecord } from '../catalogue/records.ts';
import { makeRendition } from '../media/packaging/make-rendition.ts';
import { probe } from '../media/probing/probe.ts';
import { inWorkFolder } from './in-work-folder.ts';
import type { JobParts } from './job-parts.ts';
import type { JobHandler } from './job-runner.ts';
import { describeStored, renditionDetails, settleRendition } from './settle-rendition.ts';

/** Creates a static MP4 or M4A. */
export class RenditionJob implements JobHandler {
  private readonly parts: JobParts;

  constructor(parts: JobParts) {
    this.parts = parts;
  }

  async run(job: JobRecord, signal: AbortSignal): Promise<() => void> {
    const { catalogue } = this.parts;
    const rendition = catalogue.renditions.byId(job.subjectId);
    const media = catalogue.assets.byId(job.assetId)?.media;
    if (rendition === undefined || media === undefined) return () => undefined;
    const details = describeStored(rendition.resolution, media) ?? (await this.encode(rendition, signal));
    return () => {
      if (details === 'skipped') settleRendition(this.parts, rendition.id, 'skipped');
      else settleRendition(this.parts, rendition.id, 'ready', details);
    };
  }

  fail(job: JobRecord, failure: Failure): void {
    settleRendition(this.parts, job.subjectId, 'errored', { failure });
  }

  private async encode(
    { id, assetId, resolution }: RenditionRecord,
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
