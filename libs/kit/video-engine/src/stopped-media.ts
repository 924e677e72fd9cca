import { existsSync } from 'node:fs';
import type { MediaStore } from '@vault/media-store';
import { FolderStore } from '@vault/media-store';
import type { Connection } from 'mongoose';
import { Catalogue } from './catalogue/catalogue.ts';
import { catalogueFile } from './catalogue/database.ts';
import { MediaFolderError } from './common/lifecycle-errors.ts';
import { objectsFolder } from './common/media-storage.ts';
import { acceptIdentity, assertSameIdentity, mediaPrefix } from './media-identity.ts';

/** Pages of 1,000 objects. */
const maxPages = 100_000;

/** Where the catalogue of engines is, and the store of their media; without one, they are files beside the catalogue. */
export type MediaPlace =
  | { readonly dataDir: string; readonly store?: MediaStore | undefined }
  /** A database that engines share. The caller closes the connection, which makes no indexes by itself. */
  | { readonly connection: Connection; readonly store: MediaStore };

/** An asset in the catalogue of a stopped engine. */
export interface StoppedAsset {
  readonly id: string;
  readonly uploadId: string | undefined;
  readonly passthrough: string | undefined;
  /** False when it is ready in the catalogue, but its recording is missing. */
  readonly isWhole: boolean;
  /** The keys of all objects that it names and that are not stored; none before it is ready. */
  readonly missing: readonly string[];
}

/**
 * Accepts a catalogue, or a new one, for the media in the store. Objects that no record names stay for 30 days.
 *
 * @throws MediaFolderError when there is no such folder, an engine runs, the catalogue is damaged, or the media are being copied
 */
export async function acceptMedia(place: MediaPlace): Promise<void> {
  if ('dataDir' in place && !existsSync(place.dataDir))
    throw new MediaFolderError(`There is no folder ${place.dataDir}.`);
  const catalogue = await openStopped(place);
  try {
    await acceptIdentity(catalogue, storeOf(place));
  } finally {
    await catalogue.close();
  }
}

/**
 * The media of stopped engines, for a comparison with the records of their clients. A folder is locked until `close`; a database is
 * not, so that engines must not be started meanwhile.
 */
export class StoppedMedia {
  private readonly catalogue: Catalogue;
  private readonly store: MediaStore;
  private stored: Promise<ReadonlySet<string>> | undefined;

  private constructor(catalogue: Catalogue, store: MediaStore) {
    this.catalogue = catalogue;
    this.store = store;
  }

  /** @throws MediaFolderError when there is no catalogue, an engine runs, or the catalogue is damaged or of other media */
  static async open(place: MediaPlace): Promise<StoppedMedia> {
    if ('dataDir' in place && !existsSync(catalogueFile(place.dataDir)))
      throw new MediaFolderError(`There is no media catalogue in ${place.dataDir}.`, {
        acceptableIn: 'folder',
      });
    const catalogue = await openStopped(place);
    const store = storeOf(place);
    try {
      if ((await catalogue.id()) === undefined && 'connection' in place)
        throw new MediaFolderError(`There is no media catalogue in the database ${catalogue.place}.`, {
          acceptableIn: 'database',
        });
      // In another bucket, or below another prefix, all media would seem to be lost.
      if (place.store !== undefined) await assertSameIdentity(catalogue, store);
      return new StoppedMedia(catalogue, store);
    } catch (error) {
      await catalogue.close();
      throw error;
    }
  }

  async assets(): Promise<readonly StoppedAsset[]> {
    const records = await this.catalogue.assets.identities();
    const ready = records.filter(({ status }) => status === 'ready');
    this.stored ??= this.storedOf(new Set(ready.flatMap(({ files }) => Object.values(files))));
    const stored = await this.stored;
    return records.map(({ id, uploadId, passthrough, status, files }) => {
      const identity = { id, uploadId, passthrough };
      if (status !== 'ready') return { ...identity, isWhole: true, missing: [] };
      const missing = Object.values(files).filter((key) => !stored.has(key));
      return { ...identity, isWhole: stored.has(files['media'] ?? ''), missing };
    });
  }

  /** The ids of uploads that may still receive bytes. */
  async openUploads(): Promise<readonly string[]> {
    return (await this.catalogue.uploads.waiting()).map(({ id }) => id);
  }

  /** Removes an asset or an upload. Its files stay for 30 days. @throws MediaFolderError when an engine runs */
  async discard(kind: 'assets' | 'uploads', id: string): Promise<void> {
    await assertStopped(this.catalogue);
    await this.catalogue.distrust(0, this.catalogue.now());
    await this.catalogue[kind].remove(id);
  }

  async close(): Promise<void> {
    await this.catalogue.close();
  }

  /** The keys among these whose objects are stored. Nobody stores others meanwhile, so it is read once. */
  private async storedOf(keys: ReadonlySet<string>): Promise<ReadonlySet<string>> {
    const stored = new Set<string>();
    let after = '';
    for (let page = 0; page < maxPages; page += 1) {
      const objects = await this.store.list(mediaPrefix, { after });
      for (const { key } of objects) if (keys.has(key)) stored.add(key);
      const last = objects.at(-1);
      if (last === undefined) return stored;
      after = last.key;
    }
    throw new MediaFolderError('There are too many media objects to compare.');
  }
}

async function openStopped(place: MediaPlace): Promise<Catalogue> {
  if ('dataDir' in place) return await Catalogue.open(place.dataDir);
  const catalogue = await Catalogue.ofStopped(place.connection);
  await catalogue.assertKnownForm();
  await assertStopped(catalogue);
  return catalogue;
}

/** An engine that has the catalogue alone holds its file instead. */
async function assertStopped(catalogue: Catalogue): Promise<void> {
  if (catalogue.isExclusive || (await catalogue.roles()).length === 0) return;
  throw new MediaFolderError(
    `Engines use the media catalogue ${catalogue.place}. Stop them first; one that was killed counts as running for two minutes.`,
  );
}

function storeOf(place: MediaPlace): MediaStore {
  return 'dataDir' in place ? (place.store ?? new FolderStore(objectsFolder(place.dataDir))) : place.store;
}
