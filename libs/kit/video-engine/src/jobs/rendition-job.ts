import { stat } from 'node:fs/promises';
import { join } from 'node:path';

import { putInPlace } from '../asset-files.ts';
import type { JobRecord } from '../catalogue/job-table.ts';
import type { Failure, RenditionRecord } from '../catalogue/records.ts';
import { makeRendition } from '../media/make-rendition.ts';
import { probe } from '../media/probe.ts';
import { inWorkFolder } from './in-work-folder.ts';
import type { JobParts } from './job-parts.ts';
import type { JobHandler } from './job-runner.ts';

/** Makes a static MP4 or M4A. */
export class RenditionJob implements JobHandler {
  private readonly parts: JobParts;

  constructor(parts: JobParts) {
    this.parts = parts;
  }

  async run(job: JobRecord, signal: AbortSignal): Promise<() => void> {
    const { catalogue, assetFiles, tools, limits } = this.parts;
    const rendition = catalogue.renditions.byId(job.subjectId);
    if (rendition === undefined) return () => undefined;
    return await inWorkFolder(assetFiles, async (folder) => {
      const source = assetFiles.source(job.assetId);
      const target = join(folder, 'rendition.mp4');
      const facts = await probe(tools, source, limits, signal);
      const picture = await makeRendition(tools, {
        source,
        facts,
        target,
        resolution: rendition.resolution,
        signal,
      });
      if (picture === undefined) {
        return () => {
          this.settle(rendition.id, 'skipped', {});
        };
      }
      const { size } = await stat(target);
      const bitrate = Math.round((8 * size) / Math.max(facts.duration ?? 1, 0.1));
      await putInPlace(target, assetFiles.rendition(job.assetId, rendition.id));
      return () => {
        this.settle(rendition.id, 'ready', { ...picture, bitrate, filesize: String(size) });
      };
    });
  }

  fail(job: JobRecord, failure: Failure): void {
    this.settle(job.subjectId, 'errored', {}, failure);
  }

  private settle(
    id: string,
    status: 'ready' | 'skipped' | 'errored',
    details: RenditionRecord['details'],
    failure?: Failure,
  ): void {
    const { catalogue, events } = this.parts;
    if (!catalogue.renditions.settle(id, status, details, failure)) return;
    const rendition = catalogue.renditions.byId(id);
    if (rendition !== undefined) events.rendition(status, rendition);
  }
}
