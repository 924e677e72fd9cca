import { stat } from 'node:fs/promises';
import { join } from 'node:path';

import { moveIntoPlace } from '../asset-files.ts';
import type { JobRecord } from '../catalogue/job-table.ts';
import type { Failure } from '../catalogue/records.ts';
import { makeRendition } from '../media/make-rendition.ts';
import { probe } from '../media/probe.ts';
import { inWorkFolder } from './in-work-folder.ts';
import type { JobParts } from './job-parts.ts';
import type { JobHandler } from './job-runner.ts';
import { renditionDetails, settleRendition } from './settle-rendition.ts';

/** Creates a static MP4 or M4A. */
export class RenditionJob implements JobHandler {
  private readonly parts: JobParts;

  constructor(parts: JobParts) {
    this.parts = parts;
  }

  async run(job: JobRecord, signal: AbortSignal): Promise<() => void> {
    const { catalogue, assetFiles, tools, limits, disk } = this.parts;
    const rendition = catalogue.renditions.byId(job.subjectId);
    if (rendition === undefined) return () => undefined;
    return await inWorkFolder(assetFiles, async (folder) => {
      const source = assetFiles.source(job.assetId);
      await disk.requireSpace((await stat(source)).size);
      const target = join(folder, 'rendition.mp4');
      const facts = await probe(tools, source, limits, signal);
      const { resolution } = rendition;
      const picture = await makeRendition(tools, { source, facts, target, resolution, signal }, limits);
      if (picture === undefined) {
        return () => {
          settleRendition(this.parts, rendition.id, 'skipped');
        };
      }
      const { size } = await stat(target);
      const details = renditionDetails(picture, { size, seconds: facts.duration ?? 1 });
      await moveIntoPlace(target, assetFiles.rendition(job.assetId, rendition.id));
      return () => {
        settleRendition(this.parts, rendition.id, 'ready', details);
      };
    });
  }

  fail(job: JobRecord, failure: Failure): void {
    settleRendition(this.parts, job.subjectId, 'errored', { failure });
  }
}
