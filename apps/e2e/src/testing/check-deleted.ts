import type { MediaData } from './media-data.ts';
import type { Row, StoredData } from './stored-data.ts';

/** Every service that keeps documents. */
const keepers = ['auth', 'upload', 'chaptering', 'search', 'clip', 'admin'] as const;

/**
 * What may stay of a deleted owner for some days, so that what comes late finds them deleted: documents that hold ids, in
 * these fields alone, and times and numbers; a text in another field, or anything in a list, is too much. The audit log
 * of staff names whom they acted on, for good.
 */
const tombstones: Readonly<Record<string, readonly string[]>> = {
  'auth users': ['_id', 'ownerId', 'email', 'handled'],
  'upload deletedowners': ['_id', 'correlationId'],
  'upload videos': [
    ...['_id', 'ownerId', 'uploadId', 'assetId', 'anyIds', 'playbackId', 'captionsTrackId', 'handled'],
    ...['correlationId', 'state', 'captionsState', 'downloadName', 'stepTimes'],
  ],
  'chaptering deletedowners': ['_id', 'correlationId'],
  'chaptering chaptersets': ['_id', 'ownerId', 'handled'],
  'search deletedowners': ['_id', 'correlationId'],
  'clip deletedowners': ['_id', 'correlationId'],
  'clip forgottenvideos': ['_id'],
};
const auditLog = ['admin audit', 'admin staff_actions'];

/**
 * Whatever is left in any store of the owners whose accounts were deleted, as auth has announced it, and of their videos.
 * @returns one sentence for each thing found; none when all is gone but the tombstones
 */
export async function findRemains(stored: StoredData): Promise<string[]> {
  const ownerIds = await deletedOwners(stored);
  if (ownerIds.length === 0) return [];
  const messages = await stored.messages(['upload.events']);
  const videoIds = messages
    .filter(({ data }) => ownerIds.includes(String(data.ownerId)))
    .map(({ data }) => String(data.videoId));
  const ids = [...new Set([...ownerIds, ...videoIds])];
  const found = await Promise.all(keepers.map((service) => remainsOf(stored, service, ids)));
  const { videos = [] } = await stored.documents('upload');
  const deleted = videos.filter(({ ownerId }) => ownerIds.includes(String(ownerId)));
  return [...found.flat(), ...deleted.flatMap((video) => mediaOf(stored.media, video))];
}

/** Where any of these words still stands in a document, in the catalogue of the video host, or in the name of a file. */
export async function findWords(stored: StoredData, words: readonly string[]): Promise<string[]> {
  const has = (thing: unknown) => words.filter((word) => JSON.stringify(thing).includes(word));
  const services = keepers.map(async (service) =>
    Object.entries(await stored.documents(service)).flatMap(([collection, documents]) =>
      documents.flatMap((document) => has(document).map((word) => `${service} ${collection}: ${word}`)),
    ),
  );
  const tables = ['uploads', 'assets', 'tracks', 'renditions', 'jobs', 'events'];
  const rows = tables.map((table) => [table, stored.media.rows(`SELECT * FROM ${table}`)] as const);
  return [
    ...(await Promise.all(services)).flat(),
    ...rows.flatMap(([table, all]) => has(all).map((word) => `the catalogue’s ${table}: ${word}`)),
    ...['uploads', 'assets', 'work'].flatMap((folder) =>
      has(stored.media.names(folder)).map((word) => `${folder}/${word}`),
    ),
  ];
}

async function deletedOwners(stored: StoredData): Promise<string[]> {
  const messages = await stored.messages(['auth.events']);
  return messages
    .filter(({ type }) => type === 'auth.account-deleted.v1')
    .map(({ data }) => String(data.userId));
}

async function remainsOf(stored: StoredData, service: string, ids: readonly string[]): Promise<string[]> {
  const collections = Object.entries(await stored.documents(service));
  return collections.flatMap(([collection, documents]) => {
    const place = `${service} ${collection}`;
    if (auditLog.includes(place)) return [];
    const theirs = documents.filter((document) => {
      const text = JSON.stringify(document);
      return ids.some((id) => text.includes(id));
    });
    return theirs.flatMap((document) =>
      tooMuch(document, tombstones[place]).map(
        (field) => `of somebody who was deleted: ${place} ${String(document._id)} ${field}`,
      ),
    );
  });
}

/** The fields of a document that should not be there. @param idFields undefined when there should be none */
function tooMuch(document: Row, idFields: readonly string[] | undefined): string[] {
  return Object.entries(document)
    .filter(([field, value]) => !idFields?.includes(field) && (!idFields || holdsText(value)))
    .map(([field]) => field);
}

function holdsText(value: unknown): boolean {
  if (typeof value === 'string') return value !== '';
  if (typeof value !== 'object' || value === null || value instanceof Date) return false;
  return Object.keys(value).length > 0;
}

/** What the video host has of a deleted video: nothing but the number of an upload that has ended. */
function mediaOf(media: MediaData, { _id, assetId, uploadId }: Row): string[] {
  const [asset, upload] = [String(assetId), String(uploadId)];
  const assets = media.rows(`SELECT id FROM assets WHERE id = '${asset}' OR upload_id = '${upload}'`);
  const open = media.rows(`SELECT id FROM uploads WHERE id = '${upload}' AND status = 'waiting'`);
  const folders = [
    ...media.names('assets').filter((name) => name === asset),
    ...media.names('uploads').filter((name) => name === upload),
  ];
  const left = [...assets, ...open].map(({ id }) => String(id));
  return [...left, ...folders].map((id) => `media of a deleted video: ${String(_id)} ${id}`);
}
