import { copyFile, link, mkdir, readdir, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { listFiles } from '../move/list-files.ts';

/** Folders below the engine's media; each has a folder for each asset or upload. */
const roots = ['assets', 'uploads'] as const;
/** Files of a folder that changed within this time may change again without another time of change. */
const settledAfterMs = 2_000;
/** Errors of a link on a file system without links, between two, or on one that is read-only. */
const noLinks = new Set(['EXDEV', 'EPERM', 'EACCES', 'EROFS', 'ENOTSUP', 'EOPNOTSUPP', 'EMLINK', 'ENOSYS']);

/**
 * A copy of the files of a video engine that runs, as hard links, so that it takes no time and no space and keeps files
 * that the engine removes. Files of finished assets never change; an upload's file only becomes longer. Pictures that the
 * engine makes on request are left out.
 */
export class MediaCapture {
  /** When the folders of assets changed that are captured completely. */
  private readonly captured = new Map<string, number>();

  private constructor(
    private readonly media: string,
    /** The folder with the captured files. */
    readonly path: string,
    readonly isLinked: boolean,
  ) {}

  /**
   * @param media the folder `media` of the engine
   * @param links a folder for links, on the engine's volume
   * @param copies a folder for copies, where links are not possible
   */
  static async open(media: string, links: string, copies: string): Promise<MediaCapture> {
    const isLinked = await canLink(media, links);
    return new MediaCapture(media, isLinked ? links : copies, isLinked);
  }

  /**
   * Captures what is new. Call it after the catalogue was copied, and look for {@link folders} after it.
   * A removed folder may be captured in part.
   */
  async capture(): Promise<void> {
    for (const root of roots)
      for (const name of await namesIn(join(this.media, root)))
        await this.captureFolder(root, name).catch(ignoreMissing);
  }

  /** The folders of assets that the engine has now. */
  async folders(): Promise<ReadonlySet<string>> {
    return new Set(await namesIn(join(this.media, 'assets')));
  }

  /** Whether the capture has a file. */
  async has(path: string): Promise<boolean> {
    return (await inodeOf(join(this.path, path))) !== undefined;
  }

  /** Removes a captured file or folder. */
  remove(path: string): Promise<void> {
    return rm(join(this.path, path), { recursive: true, force: true });
  }

  /** The names of all captured folders. */
  names(root: (typeof roots)[number]): Promise<string[]> {
    return namesIn(join(this.path, root));
  }

  private async captureFolder(root: (typeof roots)[number], name: string): Promise<void> {
    const path = `${root}/${name}`;
    const { mtimeMs: changedAt } = await stat(join(this.media, path));
    if (this.captured.get(path) === changedAt) return;
    const isPicture = (file: string) => root === 'assets' && file.startsWith('thumbnails/');
    const files = await listFiles(join(this.media, path), ({ path: file }) => !isPicture(file));
    for (const file of files) await this.captureFile(`${path}/${file.path}`);
    if (root === 'assets') {
      // The engine removes the uploaded file of an asset once it has verified the result.
      if (!files.some((file) => file.path === 'source')) await this.remove(`${path}/source`);
      if (Date.now() - changedAt > settledAfterMs) this.captured.set(path, changedAt);
    }
  }

  private async captureFile(path: string): Promise<void> {
    const [from, to] = [join(this.media, path), join(this.path, path)];
    await mkdir(dirname(to), { recursive: true, mode: 0o700 });
    if (!this.isLinked) {
      await copyFile(from, to);
      return;
    }
    const present = await inodeOf(to);
    if (present !== undefined && present === (await inodeOf(from))) return;
    await rm(to, { force: true });
    await link(from, to);
  }
}

/** Tries it with the catalogue. */
async function canLink(media: string, links: string): Promise<boolean> {
  try {
    await mkdir(links, { recursive: true, mode: 0o700 });
    await link(join(media, 'catalogue.sqlite'), join(links, 'tried'));
    await rm(join(links, 'tried'));
    return true;
  } catch (error) {
    if (!noLinks.has((error as NodeJS.ErrnoException).code ?? '')) throw error;
    return false;
  }
}

async function namesIn(folder: string): Promise<string[]> {
  return await readdir(folder).catch(() => []);
}

async function inodeOf(file: string): Promise<number | undefined> {
  return await stat(file).then(
    ({ ino }) => ino,
    () => undefined,
  );
}

function ignoreMissing(error: NodeJS.ErrnoException): void {
  if (error.code !== 'ENOENT') throw error;
}
