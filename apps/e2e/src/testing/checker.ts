import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { StoredData, type Row } from './stored-data.ts';

const consumers = ['upload', 'chaptering'] as const;

/**
 * Looks through everything a stopped product has stored for what must never be: work lost, work done twice, files
 * nobody knows of, rows without their files.
 * @returns one sentence for each thing found; none when all is well
 */
export function findInconsistencies(dataDir: string): string[] {
  const stored = new StoredData(dataDir);
  return [
    ...checkMessages(stored),
    ...consumers.flatMap((service) => checkOutboxes(stored, service)),
    ...checkVideos(stored),
    ...checkMedia(stored),
    ...checkProcesses(dataDir),
  ];
}

/** Every message was handled, by everybody who should, and none was given up. */
function checkMessages(stored: StoredData): string[] {
  const letters = stored.log('SELECT group_name, topic, error FROM dead_letters');
  const deferred = stored.log('SELECT group_name, topic, key FROM deferred');
  const behind = stored.log(
    `SELECT group_name, topic, next_offset - position AS lag FROM positions JOIN topics USING (topic)
     WHERE position < next_offset`,
  );
  return [
    ...letters.map((row) => `a dead letter: ${JSON.stringify(row)}`),
    ...deferred.map((row) => `a message waits: ${JSON.stringify(row)}`),
    ...behind.map((row) => `messages were not handled: ${JSON.stringify(row)}`),
  ];
}

function checkOutboxes(stored: StoredData, service: string): string[] {
  return Object.entries(stored.documents(service)).flatMap(([collection, documents]) =>
    documents
      .filter(({ outbox, outboxSince }) => (Array.isArray(outbox) && outbox.length > 0) || outboxSince)
      .map(({ _id }) => `an outbox is not empty: ${service} ${collection} ${String(_id)}`),
  );
}

/** One video, one chapter set and one place in the plan each; chapters were generated once for each request. */
function checkVideos(stored: StoredData): string[] {
  const { videos = [], shelves = [] } = stored.documents('upload');
  const { chaptersets = [] } = stored.documents('chaptering');
  const alive = videos.filter(({ deletedAt }) => !deletedAt);
  const ready = alive.filter(({ state }) => state === 'ready');
  const generated = generatedPerVideo(stored);
  return [
    ...difference('the chapter sets', idsOf(chaptersets), 'the finished videos', idsOf(ready)),
    ...difference('the places in plans', shelves.flatMap(placesOf), 'the videos', idsOf(alive)),
    ...duplicates('uploadId', alive),
    ...duplicates(
      'assetId',
      alive.filter(({ assetId }) => assetId !== ''),
    ),
    ...chaptersets
      .filter(({ job, chapters }) => job !== null || (chapters as unknown[]).length === 0)
      .map(({ _id, job }) => `chapters are not done: ${String(_id)} ${JSON.stringify(job)}`),
    ...ready
      .filter(({ _id }) => generated.get(String(_id)) !== 1)
      .map(
        ({ _id }) =>
          `chapters were generated ${String(generated.get(String(_id)) ?? 0)} times: ${String(_id)}`,
      ),
  ];
}

function placesOf({ places }: Row): string[] {
  return (places as { videoId: string }[]).map(({ videoId }) => videoId);
}

/** How many times each video's chapters were generated; a message sent twice counts once. */
function generatedPerVideo(stored: StoredData): ReadonlyMap<string, number> {
  const ids = new Map<string, Set<string>>();
  for (const { body } of stored.log(`SELECT body FROM messages WHERE topic = 'chaptering.events'`)) {
    const { id, type, subject } = JSON.parse(String(body)) as Record<string, string>;
    if (type !== 'chaptering.chapters-generated.v1') continue;
    ids.set(subject!, (ids.get(subject!) ?? new Set()).add(id!));
  }
  return new Map([...ids].map(([video, messages]) => [video, messages.size]));
}

/** The catalogue of the video host, its files and the product's videos tell the same story. */
function checkMedia(stored: StoredData): string[] {
  const assets = stored.media('SELECT id, upload_id FROM assets');
  const held = stored.media(`SELECT id FROM uploads WHERE status = 'waiting' AND held > 0`);
  const { videos = [] } = stored.documents('upload');
  const known = videos.filter(({ assetId, deletedAt }) => assetId !== '' && !deletedAt);
  return [
    ...difference('the folders of assets', stored.names('media/assets'), 'the assets', idsOf(assets)),
    ...difference('the folders of uploads', stored.names('media/uploads'), 'the begun uploads', idsOf(held)),
    ...difference(
      'the assets',
      idsOf(assets),
      'those of videos',
      known.map(({ assetId }) => String(assetId)),
    ),
    ...duplicates('upload_id', assets),
    ...stored.names('media/work').map((name) => `half-done work is left: ${name}`),
    ...stored.media('SELECT kind, asset_id FROM jobs').map((job) => `a job is left: ${JSON.stringify(job)}`),
    ...stored
      .media('SELECT type, attempts FROM events')
      .map((event) => `a webhook is left: ${JSON.stringify(event)}`),
    ...assets.flatMap(({ id }) => checkAssetFiles(stored, String(id))),
  ];
}

function checkAssetFiles(stored: StoredData, assetId: string): string[] {
  const tracks = stored.media(
    `SELECT id FROM tracks WHERE asset_id = '${assetId}' AND type = 'text' AND status = 'ready'`,
  );
  const renditions = stored.media(
    `SELECT id FROM renditions WHERE asset_id = '${assetId}' AND status = 'ready'`,
  );
  const names = stored.names('media/assets', assetId);
  const ending = (end: string) =>
    names.filter((name) => name.endsWith(end)).map((name) => name.slice(0, -end.length));
  return [
    ...difference('the captions on disk', ending('.vtt'), 'the tracks', idsOf(tracks)),
    ...difference('the downloads on disk', ending('.mp4'), 'the renditions', idsOf(renditions)),
    ...['source', 'hls'].filter((name) => !names.includes(name)).map((name) => `${assetId} has no ${name}`),
  ];
}

/** Nothing that the product started is still at work below its folder. */
function checkProcesses(dataDir: string): string[] {
  if (!existsSync('/proc')) return [];
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map((pid) => commandLine(pid))
    .filter((command) => command.includes(dataDir))
    .map((command) => `a process is left: ${command.slice(0, 200)}`);
}

function commandLine(pid: string): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ');
  } catch {
    // It has ended meanwhile.
    return '';
  }
}

function idsOf(rows: readonly Row[]): string[] {
  return rows.map((row) => String(row._id ?? row.id));
}

function difference(
  left: string,
  some: readonly string[],
  right: string,
  others: readonly string[],
): string[] {
  return [
    ...some.filter((id) => !others.includes(id)).map((id) => `among ${left}, not among ${right}: ${id}`),
    ...others.filter((id) => !some.includes(id)).map((id) => `among ${right}, not among ${left}: ${id}`),
    ...(new Set(some).size === some.length ? [] : [`${left} hold one twice: ${some.join(', ')}`]),
  ];
}

function duplicates(field: string, rows: readonly Row[]): string[] {
  const values = rows.map((row) => String(row[field]));
  return values
    .filter((value, index) => values.indexOf(value) !== index)
    .map((value) => `${field} twice: ${value}`);
}
