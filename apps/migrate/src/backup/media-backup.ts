import { rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { assertSpace } from '../move/assert-space.ts';
import { MediaCopy } from '../move/copy-media.ts';
import { listFiles } from '../move/list-files.ts';
import type { Progress } from '../move/progress.ts';
import { copyCatalogue } from './copy-catalogue.ts';
import { EngineCatalogue, type CatalogueChanges } from './engine-catalogue.ts';
import { MediaCapture } from './media-capture.ts';

const maxTries = 20;

export interface MediaBackupFolders {
  /** The folder `media` of the running engine. */
  readonly media: string;
  /** A folder for links on the engine's volume. */
  readonly links: string;
  /** A work folder beside the target. */
  readonly work: string;
  /** The folder `media` of the backup. */
  readonly target: string;
}

/**
 * The catalogue and the files of a video engine that runs. Files are captured before the time of the backup, so that none
 * is lost which is deleted after it, and the rest directly after it, so that hardly any is too new.
 */
export class MediaBackup {
  private constructor(
    private readonly folders: MediaBackupFolders,
    private readonly capture: MediaCapture,
  ) {}

  /** Call it before the time of the backup. */
  static async begin(folders: MediaBackupFolders): Promise<MediaBackup> {
    const { media, links, work } = folders;
    await copyCatalogue(join(media, 'catalogue.sqlite'), join(work, 'earlier.sqlite'));
    const capture = await MediaCapture.open(media, links, join(work, 'media'));
    await capture.capture();
    return new MediaBackup(folders, capture);
  }

  /**
   * Call it after the time of the backup. A file that the engine moves between the copy of the catalogue and the capture is
   * missing, so both are repeated then.
   */
  async complete(): Promise<void> {
    const { media, work } = this.folders;
    for (let tries = 0; tries < maxTries; tries += 1) {
      await copyCatalogue(join(media, 'catalogue.sqlite'), this.catalogueFile);
      await this.capture.capture();
      if (await this.isWhole()) return;
    }
    throw new Error(`The files of the video engine changed too often (see ${work}). Run this again.`);
  }

  /**
   * Makes the catalogue match the stores, and copies the files to the target.
   * @param known the file with the ids that the stores refer to
   */
  async copy(
    known: string,
    progress: Progress,
  ): Promise<CatalogueChanges & { hashes: ReadonlyMap<string, string> }> {
    const { work, target } = this.folders;
    const catalogue = new EngineCatalogue(this.catalogueFile);
    let changes: CatalogueChanges;
    try {
      changes = catalogue.reconcile(known, join(work, 'earlier.sqlite'));
      await this.removeOthers(catalogue);
    } finally {
      catalogue.close();
    }
    const hashes = await this.copyFiles(progress);
    await rename(this.catalogueFile, join(target, 'catalogue.sqlite'));
    return { ...changes, hashes };
  }

  private get catalogueFile(): string {
    return join(this.folders.work, 'catalogue.sqlite');
  }

  /** Whether the capture has every file of the last copy of the catalogue. */
  private async isWhole(): Promise<boolean> {
    const catalogue = new EngineCatalogue(this.catalogueFile);
    try {
      // A folder that is still there was there all the time, so it is captured completely.
      const folders = await this.capture.folders();
      for (const id of catalogue.readyAssets()) if (!folders.has(id)) return false;
      for (const { oneOf } of catalogue.neededFiles()) {
        const present = await Promise.all(oneOf.map((path) => this.capture.has(path)));
        if (!present.includes(true)) return false;
      }
      return true;
    } finally {
      catalogue.close();
    }
  }

  private async removeOthers(catalogue: EngineCatalogue): Promise<void> {
    for (const root of ['assets', 'uploads'] as const)
      for (const id of await this.capture.names(root))
        if (!catalogue.hasFolder(root, id)) await this.capture.remove(`${root}/${id}`);
  }

  /** @returns the hash of each file by its path */
  private async copyFiles(progress: Progress): Promise<ReadonlyMap<string, string>> {
    const { target } = this.folders;
    const { isLinked, path } = this.capture;
    // Without links the files are copies on the disk of the target already.
    if (!isLinked) {
      await rm(target, { recursive: true, force: true });
      await rename(path, target);
    }
    const from = isLinked ? path : target;
    const files = await listFiles(from);
    const copy = new MediaCopy(from, target, files);
    await assertSpace(target, await copy.missingBytes());
    await copy.run(progress);
    const different = await copy.differences();
    if (different.length > 0) throw new Error(`These copies differ: ${different.join(', ')}.`);
    return copy.hashes;
  }
}
