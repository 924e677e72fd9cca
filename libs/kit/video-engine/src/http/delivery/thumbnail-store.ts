import { join } from 'node:path';
import type { FolderStore } from '@vault/media-store';
import { type PackagedMedia, MediaError, type MediaTools, takeThumbnail } from '@vault/media';
import type { AssetFiles } from '../../assets/asset-files.ts';
import type { AssetRecord } from '../../catalogue/records.ts';
import type { Limits } from '../../common/options.ts';
import { WorkLimiter } from '../../common/work-limiter.ts';
import { inWorkFolder } from '../../jobs/in-work-folder.ts';
import { notFound, tryAgain } from '../answers/respond.ts';

/** A picture of a video; time in seconds, width in pixels. */
export interface ThumbnailQuery {
  time: number | undefined;
  width: number | undefined;
}

interface Picture {
  key: string;
  time: number;
  width: number;
}

const minWidthPixels = 16;
/** Often no frame begins in this last part of a video. */
const endMarginSeconds = 0.1;

/** Creates thumbnails once and keeps them on this machine. Their number per asset and the parallel work are bounded. */
export class ThumbnailStore {
  private readonly pictures: FolderStore;
  private readonly files: AssetFiles;
  private readonly tools: MediaTools;
  private readonly limits: Limits;
  private readonly limiter: WorkLimiter;
  private readonly inProgress = new Map<string, Promise<void>>();

  constructor(
    { pictures, assetFiles, tools, limits }: ThumbnailParts,
    /** How many thumbnails are made at the same time. */
    concurrency: number,
  ) {
    this.pictures = pictures;
    this.files = assetFiles;
    this.tools = tools;
    this.limits = limits;
    this.limiter = new WorkLimiter(concurrency, limits.maxWaitingThumbnails);
  }

  /**
   * Returns the picture, which is created if it does not exist. The time is clamped to the video and defaults to its middle.
   *
   * @throws HttpError 503 when too many are waiting
   */
  async find(
    asset: AssetRecord,
    media: PackagedMedia,
    query: ThumbnailQuery,
  ): Promise<{ reader: FolderStore; key: string }> {
    const last = Math.max(0, media.duration - endMarginSeconds);
    const hundredths = Math.round(100 * Math.min(query.time ?? media.duration / 2, last));
    const requestedWidth = Math.round(query.width ?? media.video?.width ?? minWidthPixels);
    const width =
      2 * Math.round(Math.max(minWidthPixels, Math.min(requestedWidth, this.limits.maxThumbnailWidth)) / 2);
    const key = `${asset.id}/${String(hundredths)}-${String(width)}.jpg`;
    if ((await this.pictures.head(key)) === undefined)
      await this.makeOnce(asset, { key, time: hundredths / 100, width });
    return { reader: this.pictures, key };
  }

  /** Deletes the pictures of assets that do not exist any more: other engines may have deleted them. */
  async sweep(exists: (assetId: string) => Promise<boolean>): Promise<void> {
    for (let after: string | undefined = ''; after !== undefined;) {
      const keys: string[] = (await this.pictures.list('', { after })).map(({ key }) => key);
      for (const id of new Set(keys.map((key) => key.split('/')[0] ?? '')))
        if (!(await exists(id))) await this.pictures.delete(keys.filter((key) => key.startsWith(`${id}/`)));
      after = keys.at(-1);
    }
  }

  private async makeOnce(asset: AssetRecord, picture: Picture): Promise<void> {
    const workInProgress = this.inProgress.get(picture.key);
    if (workInProgress !== undefined) {
      await workInProgress;
      return;
    }
    const work = this.limiter.run(() => this.make(asset, picture));
    if (work === undefined) throw tryAgain('too many pictures wait');
    const completion = work.finally(() => this.inProgress.delete(picture.key));
    this.inProgress.set(picture.key, completion);
    await completion;
  }

  private async make(asset: AssetRecord, { key, time, width }: Picture): Promise<void> {
    await inWorkFolder(this.files, async (folder) => {
      const target = join(folder, 'picture.jpg');
      const take = (source: string): Promise<void> =>
        takeThumbnail(this.tools, { source, target, time, width });
      await this.files
        .use(asset, 'media', take, { span: { start: time, end: time } })
        .catch((error: unknown) => {
          throw error instanceof MediaError ? notFound() : error;
        });
      await this.pictures.put(key, { path: target });
    });
    await this.trim(asset.id);
  }

  private async trim(assetId: string): Promise<void> {
    const pictures = await this.pictures.list(`${assetId}/`);
    if (pictures.length <= this.limits.thumbnailsPerAsset) return;
    pictures.sort((a, b) => a.modifiedAt - b.modifiedAt);
    const surplus = pictures.slice(0, pictures.length - this.limits.thumbnailsPerAsset);
    await this.pictures.delete(surplus.map(({ key }) => key));
  }
}

/** Dependencies of {@link ThumbnailStore}. */
interface ThumbnailParts {
  /** The folder for the pictures. */
  pictures: FolderStore;
  assetFiles: AssetFiles;
  tools: MediaTools;
  limits: Limits;
}
