import { mkdir, readdir, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';

import type { AssetFiles } from '../asset-files.ts';
import type { AssetMedia, AssetRecord } from '../catalogue/records.ts';
import { notFound, tryAgain } from './respond.ts';
import { newId } from '../ids.ts';
import { exists } from '../media/tools/exists.ts';
import { MediaError } from '../media/tools/media-error.ts';
import type { MediaTools } from '../media/tools/media-tools.ts';
import { takeThumbnail } from '../media/pictures/take-thumbnail.ts';
import type { Limits } from '../options.ts';
import { WorkLimiter } from '../work-limiter.ts';

/** A picture of a video; time in seconds, width in pixels. */
export interface ThumbnailQuery {
  time: number | undefined;
  width: number | undefined;
}

const minWidthPixels = 16;
/** Often no frame begins in this last part of a video. */
const endMarginSeconds = 0.1;

/** Creates thumbnails once and keeps them on disk. Their number per asset and the parallel work are bounded. */
export class ThumbnailStore {
  private readonly files: AssetFiles;
  private readonly tools: MediaTools;
  private readonly limits: Limits;
  private readonly limiter: WorkLimiter;
  private readonly inProgress = new Map<string, Promise<void>>();

  constructor(files: AssetFiles, tools: MediaTools, limits: Limits, concurrency: number) {
    this.files = files;
    this.tools = tools;
    this.limits = limits;
    this.limiter = new WorkLimiter(concurrency, limits.maxWaitingThumbnails);
  }

  /**
   * Returns the path of the picture, which is created if it does not exist. The time is clamped to the video and
   * defaults to its middle; an audio-only asset has its waveform.
   *
   * @throws HttpError 503 when too many are waiting
   */
  async find(asset: AssetRecord, media: AssetMedia, query: ThumbnailQuery): Promise<string> {
    if (media.video === undefined) return this.files.waveform(asset.id);
    const last = Math.max(0, media.duration - endMarginSeconds);
    const time = Math.min(query.time ?? media.duration / 2, last);
    const requestedWidth = Math.round(query.width ?? media.video.width);
    const width =
      2 * Math.round(Math.max(minWidthPixels, Math.min(requestedWidth, this.limits.maxThumbnailWidth)) / 2);
    const path = join(this.files.thumbnails(asset.id), `${Math.round(time * 100)}-${width}.jpg`);
    if (!(await exists(path))) await this.makeOnce(asset.id, path, Math.round(time * 100) / 100, width);
    return path;
  }

  private async makeOnce(assetId: string, path: string, time: number, width: number): Promise<void> {
    const workInProgress = this.inProgress.get(path);
    if (workInProgress !== undefined) {
      await workInProgress;
      return;
    }
    const work = this.limiter.run(() => this.make(assetId, path, time, width));
    if (work === undefined) throw tryAgain('too many pictures wait');
    const completion = work.finally(() => this.inProgress.delete(path));
    this.inProgress.set(path, completion);
    await completion;
  }

  private async make(assetId: string, path: string, time: number, width: number): Promise<void> {
    const folder = this.files.thumbnails(assetId);
    await mkdir(folder, { recursive: false }).catch(ignoreExisting);
    const target = join(folder, `${newId()}.part.jpg`);
    try {
      await takeThumbnail(this.tools, { source: this.files.media(assetId), target, time, width });
      await rename(target, path);
    } catch (error) {
      await rm(target, { force: true });
      if (error instanceof MediaError) throw notFound();
      throw error;
    }
    await this.trim(folder);
  }

  private async trim(folder: string): Promise<void> {
    const names = await readdir(folder);
    if (names.length <= this.limits.thumbnailsPerAsset) return;
    const aged = await Promise.all(
      names.map(async (name) => ({
        name,
        at: await stat(join(folder, name)).then(
          (stats) => stats.mtimeMs,
          () => 0,
        ),
      })),
    );
    aged.sort((a, b) => a.at - b.at);
    const surplus = aged.slice(0, names.length - this.limits.thumbnailsPerAsset);
    await Promise.all(surplus.map(({ name }) => rm(join(folder, name), { force: true })));
  }
}

/** Never creates the asset's folder: when it is missing, the asset has been deleted. */
function ignoreExisting(error: unknown): void {
  const { code } = error as NodeJS.ErrnoException;
  if (code === 'EEXIST') return;
  if (code === 'ENOENT') throw notFound();
  throw error;
}
