import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { MediaData } from './media-data.ts';
import type { Row, StoredData } from './stored-data.ts';

/** All services that store documents. */
const storingServices = ['auth', 'upload', 'chaptering', 'search', 'clip', 'portal', 'admin'] as const;

/**
 * Tombstones of deleted owners stay for some days, so that late messages are recognised. They may contain ids in these
 * fields only, and times and numbers; a text or a list in another field is a fault. The audit logs of staff, and of
 * workspaces that are not deleted, keep ids.
 */
const tombstones: Readonly<Record<string, readonly string[]>> = {
  'auth users': ['_id', 'ownerId', 'email', 'handled'],
  'auth teams': ['_id', 'ownerId', 'handled'],
  'upload deletedowners': ['_id', 'correlationId'],
  'upload videos': [
    ...['_id', 'ownerId', 'uploadId', 'assetId', 'publicIds', 'playbackId', 'captionsTrackId', 'handled'],
    ...['correlationId', 'state', 'captionsState', 'downloadName', 'downloadBytes', 'stepTimes'],
  ],
  'chaptering deletedowners': ['_id', 'correlationId'],
  'chaptering chaptersets': ['_id', 'ownerId', 'handled'],
  'search deletedowners': ['_id', 'correlationId'],
  'clip deletedowners': ['_id', 'correlationId'],
  'portal deletedowners': ['_id', 'correlationId'],
  'admin deletedowners': ['_id', 'correlationId'],
  'clip deletedvideos': ['_id'],
  'portal deletedvideos': ['_id'],
  'search deletedvideos': ['_id'],
};
const auditLog = ['admin audit', 'admin staff_actions'];
const workspaceLog = 'admin workspace_entries';

/**
 * Finds data of deleted accounts, according to the events of auth, and of their videos, in all stores.
 * @returns one sentence for each fault; none if only tombstones are left
 */
export async function findRemains(stored: StoredData): Promise<string[]> {
  const ownerIds = await deletedOwners(stored);
  if (ownerIds.length === 0) return [];
  const messages = await stored.messages(['upload.events']);
  const { videos = [] } = await stored.documents('upload');
  // A video may have moved to somebody else before.
  const kept = videos.filter(({ ownerId }) => !ownerIds.includes(String(ownerId))).map(({ _id }) => _id);
  const videoIds = messages
    .filter(({ data }) => ownerIds.includes(String(data.ownerId)))
    .map(({ data }) => String(data.videoId))
    .filter((id) => !kept.includes(id));
  const ids = [...new Set([...ownerIds, ...videoIds])];
  const found = await Promise.all(storingServices.map((service) => remainsOf(stored, service, ids)));
  const deleted = videos.filter(({ ownerId }) => ownerIds.includes(String(ownerId)));
  return [...found.flat(), ...deleted.flatMap((video) => mediaOf(stored.media, video))];
}

/** Finds these words in documents, in the catalogue of the video host, and in names of files. */
export async function findWords(stored: StoredData, words: readonly string[]): Promise<string[]> {
  const wordsIn = (value: unknown) => words.filter((word) => JSON.stringify(value).includes(word));
  const services = storingServices.map(async (service) =>
    Object.entries(await stored.documents(service)).flatMap(([collection, documents]) =>
      documents.flatMap((document) => wordsIn(document).map((word) => `${service} ${collection}: ${word}`)),
    ),
  );
  const catalogue = Object.entries(stored.media.documents());
  return [
    ...(await Promise.all(services)).flat(),
    ...catalogue.flatMap(([name, all]) => wordsIn(all).map((word) => `the catalogue’s ${name}: ${word}`)),
    ...wordsIn(stored.media.objectKeys()).map((word) => `the keys of objects: ${word}`),
    ...['thumbnails', 'work'].flatMap((folder) =>
      wordsIn(stored.media.names(folder)).map((word) => `${folder}/${word}`),
    ),
  ];
}

/** The files in a folder of a product, with paths relative to it, whose bytes or names contain one of these words. */
export function filesWith(dataDir: string, words: readonly string[]): string[] {
  const files = readdirSync(dataDir, { recursive: true, withFileTypes: true }).filter((each) =>
    each.isFile(),
  );
  return files
    .map(({ parentPath, name }) => join(parentPath, name).slice(dataDir.length + 1))
    .filter((path) => {
      const file = join(dataDir, path);
      // A running product deletes files meanwhile. Mails break their lines with an equals sign.
      const bytes = existsSync(file) ? readFileSync(file, 'latin1').replaceAll('=\r\n', '') : '';
      return words.some((word) => path.includes(word) || bytes.includes(word));
    });
}

/** Makes all messages in the log of a stopped product older. */
export function ageLog(dataDir: string, hours: number): void {
  const log = new DatabaseSync(join(dataDir, 'log.sqlite'));
  const ms = hours * 3_600_000;
  log.exec(`PRAGMA secure_delete = ON; UPDATE messages SET stored_at = stored_at - ${String(ms)}`);
  log.close();
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
    const location = `${service} ${collection}`;
    if (auditLog.includes(location)) return [];
    const theirs = documents.filter((document) => {
      if (location === workspaceLog) return ids.includes(String(document['ownerId']));
      const text = JSON.stringify(document);
      return ids.some((id) => text.includes(id));
    });
    return theirs.flatMap((document) =>
      unexpectedFields(document, tombstones[location]).map(
        (field) => `data of a deleted account: ${location} ${String(document._id)} ${field}`,
      ),
    );
  });
}

/** The fields that a tombstone must not have. @param idFields undefined if the document must not exist */
function unexpectedFields(document: Row, idFields: readonly string[] | undefined): string[] {
  return Object.entries(document)
    .filter(([field, value]) => !idFields?.includes(field) && (!idFields || holdsText(value)))
    .map(([field]) => field);
}

function holdsText(value: unknown): boolean {
  if (typeof value === 'string') return value !== '';
  if (typeof value !== 'object' || value === null || value instanceof Date) return false;
  return Object.keys(value).length > 0;
}

/** Data of a deleted video at the video host, which may keep only the record of a completed upload. */
function mediaOf(media: MediaData, { _id, assetId, uploadId }: Row): string[] {
  const [asset, upload] = [String(assetId), String(uploadId)];
  const assets = media.assets().filter((one) => one._id === asset || one.uploadId === upload);
  const open = media.documents().uploads.filter((one) => one._id === upload && one.status === 'waiting');
  const folders = [
    ...media.objectKeys().filter((key) => key.startsWith(`assets/${asset}/`)),
    ...media.names('thumbnails').filter((name) => name === asset),
  ];
  const left = [...assets, ...open].map((one) => String(one._id));
  return [...left, ...folders].map((id) => `media of a deleted video: ${String(_id)} ${id}`);
}
