import { text } from 'node:stream/consumers';
import type { MediaStore } from '@vault/media-store';
import { MediaStoreError } from '@vault/media-store';
import type { Catalogue } from './catalogue/catalogue.ts';
import { newId } from './common/ids.ts';
import { MediaFolderError } from './common/lifecycle-errors.ts';

/** Below it are all objects of media. */
export const mediaPrefix = 'assets/';

const identityKey = 'media-id';
/** The id of the last start of an engine. */
const startKey = 'media-start';
/** In a store that takes a copy of media: their id, until the copy is complete. */
const copyKey = 'media-copy';
const ofOthers = 'belongs to other files than those beside it';

/**
 * Checks that the catalogue belongs to the media: both carry the same id. Otherwise the media could be taken for objects
 * that nobody needs, because the catalogue is old, empty or of other media.
 *
 * @throws MediaFolderError when the catalogue is missing or emptied, or belongs to other media, or these are being copied
 */
export async function checkIdentity(catalogue: Catalogue, store: MediaStore): Promise<void> {
  await assertComplete(store);
  const id = await catalogue.id();
  const storedId = await mediaIdOf(store);
  const refuse = (problem: string): never => {
    throw unfit(catalogue, problem);
  };
  if (id !== undefined && storedId !== undefined && id !== storedId) refuse(ofOthers);
  if (await catalogue.isEmpty()) {
    const [object] = await store.list(mediaPrefix, { limit: 1 });
    if (object !== undefined && !(await catalogue.isAccepted()))
      refuse('is missing or empty, but there are media files beside it');
  } else if (storedId === undefined && !(await catalogue.assets.isEmpty()))
    refuse('lists recordings, but no media files are beside it');
  // A full bucket takes no object, but what is there can be played.
  if (storedId === undefined) await shareId(catalogue, store, id ?? newId());
  else if (id === undefined) await catalogue.setId(storedId);
}

/**
 * Notes a start in both. Where they know different ones, the catalogue has been replaced by an older one, and the time since
 * its last note is distrusted: of that time it may know nothing.
 *
 * @param maxSilenceMs a longer time without a note is distrusted in any case
 */
export async function noteStart(
  catalogue: Catalogue,
  store: MediaStore,
  maxSilenceMs: number,
): Promise<void> {
  const last = await catalogue.startId();
  const isSame = last !== undefined && last === (await readId(store, startKey));
  await catalogue.noteUse(isSame ? maxSilenceMs : 0);
  const id = newId();
  try {
    await store.put(startKey, Buffer.from(id));
    await catalogue.setStartId(id);
  } catch (error) {
    // Both keep the note of the start before.
    if (!(error instanceof MediaStoreError && error.problem === 'full')) throw error;
  }
}

/** Gives catalogue and media a new id. Objects that no record names stay for 30 days. @throws MediaFolderError */
export async function acceptIdentity(catalogue: Catalogue, store: MediaStore): Promise<void> {
  await assertComplete(store);
  await catalogue.accept();
  await store.delete([identityKey]);
  await shareId(catalogue, store, newId());
}

/** @throws MediaFolderError when they do not have the same id */
export async function assertSameIdentity(catalogue: Catalogue, store: MediaStore): Promise<string> {
  const id = await catalogue.id();
  if (id === undefined || id !== (await mediaIdOf(store))) throw unfit(catalogue, ofOthers);
  return id;
}

/** The id of the media in a store; undefined when there are none, or not all of them yet. */
export async function mediaIdOf(store: MediaStore): Promise<string | undefined> {
  return await readId(store, identityKey);
}

/**
 * Begins or continues a copy of media into a store. Until {@link endCopy} no engine starts with the store, except when it has
 * had all media before and `hasCatalogue`.
 *
 * @param id of the media
 * @param hasCatalogue whether an engine could use the store with a catalogue that is complete
 * @throws MediaFolderError, before any change, when it has other media
 */
export async function beginCopy(store: MediaStore, id: string, hasCatalogue: boolean): Promise<void> {
  const storedId = await mediaIdOf(store);
  const copiedId = await readId(store, copyKey);
  const isEmpty = async (): Promise<boolean> => (await store.list(mediaPrefix, { limit: 1 })).length === 0;
  const isOwn = (storedId ?? copiedId ?? id) === id && (copiedId ?? id) === id;
  if (!isOwn || ((storedId ?? copiedId) === undefined && !(await isEmpty())))
    throw new MediaFolderError('The target has other media. Name an empty bucket or an unused prefix.');
  if (storedId === undefined || !hasCatalogue) await store.putNew(copyKey, Buffer.from(id));
}

/** Makes a copy usable for engines. @throws MediaFolderError when the store has got other media meanwhile */
export async function endCopy(store: MediaStore, id: string): Promise<void> {
  await store.putNew(identityKey, Buffer.from(id));
  if ((await mediaIdOf(store)) !== id)
    throw new MediaFolderError('Another engine has begun to use the target. Name an empty one.');
  await store.delete([copyKey]);
}

function unfit({ place, isExclusive }: Catalogue, problem: string): MediaFolderError {
  const acceptableIn = isExclusive ? 'folder' : 'database';
  return new MediaFolderError(`The media catalogue ${place} ${problem}.`, { acceptableIn });
}

async function assertComplete(store: MediaStore): Promise<void> {
  if ((await readId(store, copyKey)) !== undefined)
    throw new MediaFolderError(
      'Media are being copied to this engine. It can start when the copy is complete.',
    );
}

async function readId(store: MediaStore, key: string): Promise<string | undefined> {
  try {
    // Not by `head`: some servers answer it with 404 when they do not know the account.
    return await text(await store.get(key));
  } catch (error) {
    if (error instanceof MediaStoreError && error.problem === 'missing') return undefined;
    throw error;
  }
}

/** The media first: without an id in the catalogue, new media are recognised as new after a crash. */
async function shareId(catalogue: Catalogue, store: MediaStore, id: string): Promise<void> {
  const isNew = await store.putNew(identityKey, Buffer.from(id));
  // Another engine may have been faster.
  const sharedId = isNew ? id : ((await mediaIdOf(store)) ?? id);
  if ((await catalogue.id()) !== sharedId) await catalogue.setId(sharedId);
}
