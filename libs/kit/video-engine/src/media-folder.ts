import { existsSync } from 'node:fs';
import { mkdir, open, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';

import { Catalogue } from './catalogue/catalogue.ts';
import { catalogueFile } from './catalogue/database.ts';
import { newId } from './ids.ts';
import { MediaFolderError } from './lifecycle-errors.ts';
import { silentLogger, type Logger } from './options.ts';
import { namesIn, Quarantine } from './quarantine.ts';
import { isMissing } from './uploads/upload-files.ts';

const acceptable = { canBeAccepted: true };
/** A log line has at most this many ids. */
const maxLoggedIds = 20;

/** Dependencies of {@link MediaFolder}. */
export interface MediaFolderParts {
  readonly dataDir: string;
  readonly catalogue: Catalogue;
  readonly quarantine: Quarantine;
  readonly logger: Logger;
}

/**
 * The files of assets and uploads, and the check that the catalogue belongs to them: both carry the same id. Files that
 * the catalogue does not list are never deleted, because the catalogue may be old, empty or of other files.
 */
export class MediaFolder {
  private readonly parts: MediaFolderParts;

  constructor(parts: MediaFolderParts) {
    this.parts = parts;
  }

  /**
   * Call once at the start: finishes deletions that a crash interrupted, and sets aside what the catalogue does not know.
   *
   * @throws MediaFolderError when the catalogue is missing or emptied, or belongs to other files
   */
  async open(): Promise<void> {
    await this.check();
    await this.sweep();
  }

  /** Accepts the catalogue for these files, even when it does not list them. */
  async accept(): Promise<void> {
    await this.setId(newId());
    await this.sweep();
  }

  private async check(): Promise<void> {
    const { catalogue, dataDir } = this.parts;
    const file = catalogueFile(dataDir);
    const id = await catalogue.id();
    const folderId = await this.readId();
    const assetIds = await catalogue.assets.ids();
    const assetNames = await this.namesOf('assets');
    const listed = new Set([...assetIds, ...(await catalogue.uploads.ids())]);
    const deletedIds = await this.deletedIds();
    const folderNames = [...assetNames, ...(await this.namesOf('uploads'))];
    const unknown = folderNames.filter((name) => !listed.has(name) && !deletedIds.has(name));
    if (unknown.length > 0 && listed.size === 0) {
      const files = `the files of ${String(unknown.length)} recordings are beside it`;
      throw new MediaFolderError(
        `The media catalogue ${file} is missing or empty, but ${files}.`,
        acceptable,
      );
    }
    if (id !== undefined && folderId !== undefined && id !== folderId) {
      throw new MediaFolderError(
        `The media catalogue ${file} belongs to other files than those beside it.`,
        acceptable,
      );
    }
    const isLost = assetNames.length === 0 && folderId === undefined;
    if (isLost && assetIds.size > 0) {
      const recordings = `${String(assetIds.size)} recordings, but no media files are beside it`;
      throw new MediaFolderError(`The media catalogue ${file} lists ${recordings}.`, acceptable);
    }
    await this.setId(id ?? folderId ?? newId());
  }

  private async sweep(): Promise<void> {
    const { catalogue, dataDir, quarantine, logger } = this.parts;
    await rm(join(dataDir, 'work'), { recursive: true, force: true });
    for (const id of await this.deletedIds())
      await rm(join(dataDir, 'assets', id), { recursive: true, force: true });
    const listed = { assets: await catalogue.assets.ids(), uploads: await catalogue.uploads.ids() };
    for (const kind of ['assets', 'uploads'] as const) {
      const folderNames = new Set(await this.namesOf(kind));
      const restored = await quarantine.restore(kind, (id) => listed[kind].has(id) && !folderNames.has(id));
      if (restored.length > 0) logger.warn({ kind, ids: restored }, 'files were taken back from quarantine');
      const unknown = [...folderNames].filter((name) => !listed[kind].has(name));
      for (const id of unknown) await quarantine.add(kind, id);
      if (unknown.length > 0) {
        const details = { kind, count: unknown.length, ids: unknown.slice(0, maxLoggedIds) };
        logger.error(details, 'files that the catalogue does not know were moved to quarantine for 30 days');
      }
    }
  }

  /** Assets whose files may still be on the disk. */
  private async deletedIds(): Promise<Set<string>> {
    return new Set((await this.parts.catalogue.assets.deleted(Number.MAX_SAFE_INTEGER)).map(({ id }) => id));
  }

  private namesOf(kind: 'assets' | 'uploads'): Promise<string[]> {
    return namesIn(join(this.parts.dataDir, kind));
  }

  private get idFile(): string {
    return join(this.parts.dataDir, 'media-id');
  }

  private async readId(): Promise<string | undefined> {
    const text = await readFile(this.idFile, 'utf8').catch((error: unknown) => {
      if (!isMissing(error)) throw error;
      return '';
    });
    return text.trim() === '' ? undefined : text.trim();
  }

  /** The file first: without an id in the catalogue, a new folder is recognised as new after a crash. */
  private async setId(id: string): Promise<void> {
    const { catalogue, dataDir } = this.parts;
    if ((await this.readId()) !== id) {
      await mkdir(dataDir, { recursive: true });
      const file = await open(this.idFile, 'w');
      await file.writeFile(`${id}\n`);
      await file.sync();
      await file.close();
    }
    if ((await catalogue.id()) !== id) await catalogue.setId(id);
  }
}

/**
 * Accepts the catalogue in a folder, or a new one, for the media files beside it. Files that it does not list go to
 * quarantine. The engine must be stopped.
 *
 * @returns the number of folders in quarantine
 * @throws MediaFolderError when there is no such folder, the engine runs, or the catalogue is damaged
 */
export async function acceptMedia(dataDir: string): Promise<number> {
  if (!existsSync(dataDir)) throw new MediaFolderError(`There is no folder ${dataDir}.`);
  const catalogue = await Catalogue.open(dataDir);
  try {
    const quarantine = new Quarantine(dataDir);
    await new MediaFolder({ dataDir, catalogue, quarantine, logger: silentLogger }).accept();
    return quarantine.count;
  } finally {
    await catalogue.close();
  }
}
