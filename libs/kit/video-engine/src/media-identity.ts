import { existsSync } from 'node:fs';
import { text } from 'node:stream/consumers';

import type { MediaStore } from '@vault/media-store';
import { FolderStore } from '@vault/media-store';

import { Catalogue } from './catalogue/catalogue.ts';
import { objectsFolder } from './media-storage.ts';
import { newId } from './ids.ts';
import { MediaFolderError } from './lifecycle-errors.ts';

const identityKey = 'media-id';
const acceptable = { canBeAccepted: true };

/**
 * Checks that the catalogue belongs to the media: both carry the same id. Otherwise the media could be taken for objects
 * that nobody needs, because the catalogue is old, empty or of other media.
 *
 * @throws MediaFolderError when the catalogue is missing or emptied, or belongs to other media
 */
export async function checkIdentity(catalogue: Catalogue, store: MediaStore): Promise<void> {
  const id = await catalogue.id();
  const storedId = await readId(store);
  const refuse = (problem: string): never => {
    throw new MediaFolderError(`The media catalogue ${catalogue.place} ${problem}.`, acceptable);
  };
  if (id !== undefined && storedId !== undefined && id !== storedId)
    refuse('belongs to other files than those beside it');
  if (await catalogue.isEmpty()) {
    const [object] = await store.list('assets/', { limit: 1 });
    if (object !== undefined && !(await catalogue.isAccepted()))
      refuse('is missing or empty, but there are media files beside it');
  } else if (storedId === undefined && !(await catalogue.assets.isEmpty()))
    refuse('lists recordings, but no media files are beside it');
  await shareId(catalogue, store, storedId ?? id ?? newId());
}

/**
 * Accepts the catalogue in a folder, or a new one, for the media files beside it. Files that no record names stay for
 * 30 days. The engine must be stopped.
 *
 * @throws MediaFolderError when there is no such folder, the engine runs, or the catalogue is damaged
 */
export async function acceptMedia(dataDir: string): Promise<void> {
  if (!existsSync(dataDir)) throw new MediaFolderError(`There is no folder ${dataDir}.`);
  const catalogue = await Catalogue.open(dataDir);
  try {
    await catalogue.accept(Date.now());
    const store = new FolderStore(objectsFolder(dataDir));
    await store.delete([identityKey]);
    await shareId(catalogue, store, newId());
  } finally {
    await catalogue.close();
  }
}

async function readId(store: MediaStore): Promise<string | undefined> {
  if ((await store.head(identityKey)) === undefined) return undefined;
  return await text(await store.get(identityKey));
}

/** The media first: without an id in the catalogue, new media are recognised as new after a crash. */
async function shareId(catalogue: Catalogue, store: MediaStore, id: string): Promise<void> {
  const isNew = await store.putNew(identityKey, Buffer.from(id));
  // Another engine may have been faster.
  const sharedId = isNew ? id : ((await readId(store)) ?? id);
  if ((await catalogue.id()) !== sharedId) await catalogue.setId(sharedId);
}
