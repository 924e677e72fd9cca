import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { findRemains } from './check-deleted.ts';
import { checkTokens } from './check-tokens.ts';
import type { MediaData } from './media-data.ts';
import type { Row, StoredData, StoredLetter, StoredMessage } from './stored-data.ts';

/** Who listens to what; each also keeps an outbox. */
const subscriptions = {
  auth: ['auth.commands', 'chaptering.events'],
  upload: ['upload.commands', 'chaptering.events', 'auth.events'],
  chaptering: ['chaptering.commands', 'upload.events', 'auth.events'],
  search: ['search.commands', 'upload.events', 'chaptering.events', 'auth.events'],
  clip: ['clip.commands', 'upload.events', 'auth.events'],
} as const;

export interface CheckOptions {
  /** Dead letters that the test has provoked. */
  readonly isExplained?: (letter: StoredLetter) => boolean;
}

/**
 * Looks through everything a stopped product has stored for what must never be: work lost, work done twice, files
 * nobody knows of, rows without their files.
 * @returns one sentence for each thing found; none when all is well
 */
export async function findInconsistencies(stored: StoredData, options: CheckOptions = {}): Promise<string[]> {
  return [
    ...(await findUnrest(stored)),
    ...(await findFaults(stored, options)),
    ...checkProcesses(stored.dataDir),
  ];
}

/** What is still on its way, in a product that runs or is stopped. */
export async function findUnrest(stored: StoredData): Promise<string[]> {
  const pairs = Object.entries(subscriptions).flatMap(([group, topics]) =>
    topics.map((topic) => [group, topic] as const),
  );
  const lags = pairs.map(async ([group, topic]) => {
    const lag = await stored.lag(group, topic);
    return lag === 0 ? [] : [`messages were not handled: ${JSON.stringify({ group, topic, lag })}`];
  });
  const outboxes = Object.keys(subscriptions).map((service) => checkOutboxes(stored, service));
  const media = stored.media;
  return [
    ...(await Promise.all([...lags, ...outboxes])).flat(),
    ...checkRemovals(await clipsOf(stored)),
    ...media.names('work').map((name) => `half-done work is left: ${name}`),
    ...media.rows('SELECT kind, asset_id FROM jobs').map((job) => `a job is left: ${JSON.stringify(job)}`),
    ...media
      .rows('SELECT type, attempts FROM events')
      .map((event) => `a webhook is left: ${JSON.stringify(event)}`),
  ];
}

/** What must not be once all is quiet. */
async function findFaults(
  stored: StoredData,
  { isExplained = () => false }: CheckOptions,
): Promise<string[]> {
  const letters = (await stored.deadLetters()).filter((letter) => !isExplained(letter));
  const [
    { videos = [], shelves = [] },
    { chaptersets = [], operations = [] },
    { indexedvideos = [] },
    { token_accounts: accounts = [], ledger_entries: ledger = [] },
    clips,
    messages,
  ] = await Promise.all([
    stored.documents('upload'),
    stored.documents('chaptering'),
    stored.documents('search'),
    stored.documents('auth'),
    clipsOf(stored),
    stored.messages(['chaptering.commands', 'chaptering.events']),
  ]);
  return [
    ...letters.map((letter) => `a dead letter: ${JSON.stringify(letter)}`),
    ...checkVideos({ videos, shelves, chaptersets }, messages),
    ...checkIndex(videos, indexedvideos),
    ...checkClips(videos, clips),
    ...checkTokens({ operations, accounts, ledger }),
    ...checkMedia(stored, videos, clips),
    ...(await findRemains(stored)),
  ];
}

async function clipsOf(stored: StoredData): Promise<readonly Row[]> {
  return (await stored.documents('clip')).clips ?? [];
}

/** What nobody wants of a clip is still at the video host. */
function checkRemovals(clips: readonly Row[]): string[] {
  return clips
    .filter(({ deletedAt, assetId, wasteIds }) => {
      return (Boolean(deletedAt) && assetId !== '') || (wasteIds as unknown[]).length > 0;
    })
    .map(({ _id }) => `a clip is still being removed: ${String(_id)}`);
}

/** Clips that anybody may see are of videos that are there, and each has ended. */
function checkClips(videos: readonly Row[], clips: readonly Row[]): string[] {
  const seen = clips.filter(({ deletedAt }) => !deletedAt);
  const alive = videos.filter(({ deletedAt }) => !deletedAt);
  const videoIds = [...new Set(seen.map(({ videoId }) => String(videoId)))];
  return [
    ...missing('the videos of clips', videoIds, 'the videos', idsOf(alive)),
    ...seen.filter(({ state }) => state === 'making').map(({ _id }) => `a clip is not done: ${String(_id)}`),
    ...duplicates(
      'assetId',
      seen.filter(({ assetId }) => assetId !== ''),
    ),
  ];
}

async function checkOutboxes(stored: StoredData, service: string): Promise<string[]> {
  return Object.entries(await stored.documents(service)).flatMap(([collection, documents]) =>
    documents
      .filter(({ outbox, outboxSince }) => (Array.isArray(outbox) && outbox.length > 0) || outboxSince)
      .map(({ _id }) => `an outbox is not empty: ${service} ${collection} ${String(_id)}`),
  );
}

/** One video, one chapter set and one place in the plan each; chapters were generated once for each request. */
function checkVideos(
  { videos, shelves, chaptersets }: Record<'videos' | 'shelves' | 'chaptersets', readonly Row[]>,
  messages: readonly StoredMessage[],
): string[] {
  const alive = videos.filter(({ deletedAt }) => !deletedAt);
  const ready = alive.filter(({ state }) => state === 'ready');
  const sets = chaptersets.filter(({ deletedAt }) => !deletedAt);
  return [
    ...difference('the chapter sets', idsOf(sets), 'the finished videos', idsOf(ready)),
    ...difference(
      'the places in plans',
      shelves.flatMap(placesOf),
      'the videos',
      idsOf(alive.filter(hasPlace)),
    ),
    ...duplicates('uploadId', alive),
    ...duplicates(
      'assetId',
      alive.filter(({ assetId }) => assetId !== ''),
    ),
    ...sets
      .filter((set) => hasWork(set) || (set.chapters as unknown[]).length === 0)
      .map(({ _id, jobs }) => `chapters are not done: ${String(_id)} ${JSON.stringify(jobs)}`),
    ...idsOf(ready).flatMap((id) => checkRuns(id, messages)),
  ];
}

/** What has come or was saved may be found, what is finished must be, and as it is called. */
function checkIndex(videos: readonly Row[], indexed: readonly Row[]): string[] {
  const alive = videos.filter(({ deletedAt }) => !deletedAt);
  const titles = new Map(alive.map(({ _id, title }) => [_id, title]));
  const finished = idsOf(alive.filter(({ state }) => state === 'ready'));
  return [
    ...missing('the index', idsOf(indexed), 'the videos', idsOf(alive)),
    ...missing('the finished videos', finished, 'the index', idsOf(indexed)),
    ...indexed
      .filter(({ _id, title }) => titles.has(_id) && titles.get(_id) !== title)
      .map(({ _id }) => `the index has an old title: ${String(_id)}`),
  ];
}

/** An upload that ended before its last byte holds no place. */
function hasPlace({ state, failure }: Row): boolean {
  return state !== 'failed' || (failure as { step: string } | null)?.step !== 'uploading';
}

function placesOf({ places }: Row): string[] {
  return (places as { videoId: string }[]).map(({ videoId }) => videoId);
}

/** Jobs that are not done, or operations that are not settled. */
function hasWork({ job, jobs, endings }: Row): boolean {
  return job !== null || Object.keys(jobs ?? {}).length > 0 || ((endings ?? []) as unknown[]).length > 0;
}

/** One result for the captions of a video, and one for each time that somebody asked again; messages sent twice count once. */
function checkRuns(videoId: string, messages: readonly StoredMessage[]): string[] {
  const own = messages.filter(({ subject }) => subject === videoId);
  const of = (type: string) => own.filter((message) => message.type === type);
  const generated = new Set(of('chaptering.chapters-generated.v1').map(({ id }) => id)).size;
  const asked = new Set(of('chaptering.regenerate-chapters.v1').map(({ id }) => id));
  const jobs = (type: string) => of(type).map(({ data }) => String(data.jobId));
  const failed = new Set(jobs('chaptering.generation-failed.v1'));
  const again = new Set(
    jobs('chaptering.generation-started.v1').filter((id) => asked.has(id) && !failed.has(id)),
  );
  const wanted = 1 + again.size;
  return generated === wanted
    ? []
    : [`chapters were generated ${String(generated)} times, not ${String(wanted)}: ${videoId}`];
}

/** The catalogue of the video host, its files and the product's videos tell the same story. */
function checkMedia({ media }: StoredData, videos: readonly Row[], clips: readonly Row[]): string[] {
  const assets = media.rows('SELECT id, upload_id, status FROM assets');
  // A request that was cut before its first byte was on disk has made the folder, and the upload may still go on.
  const open = media.rows(`SELECT id, held FROM uploads WHERE status = 'waiting'`);
  const begun = open.filter(({ held }) => Number(held) > 0);
  const uploads = media.names('uploads');
  const known = [...videos, ...clips].filter(({ assetId, deletedAt }) => assetId !== '' && !deletedAt);
  return [
    ...difference('the folders of assets', media.names('assets'), 'the assets', idsOf(assets)),
    ...missing('the folders of uploads', uploads, 'the open uploads', idsOf(open)),
    ...missing('the begun uploads', idsOf(begun), 'the folders of uploads', uploads),
    ...difference(
      'the assets',
      idsOf(assets),
      'those of videos and clips',
      known.map(({ assetId }) => String(assetId)),
    ),
    ...duplicates(
      'upload_id',
      assets.filter(({ upload_id: uploadId }) => uploadId !== null),
    ),
    ...assets.flatMap(({ id, status }) => checkAssetFiles(media, String(id), status === 'errored')),
  ];
}

/** Of what could not be packaged nothing is kept. */
function checkAssetFiles(media: MediaData, assetId: string, isErrored: boolean): string[] {
  const needed = isErrored ? [] : ['source', 'hls'];
  const tracks = media.rows(
    `SELECT id FROM tracks WHERE asset_id = '${assetId}' AND type = 'text' AND status = 'ready'`,
  );
  const renditions = media.rows(
    `SELECT id FROM renditions WHERE asset_id = '${assetId}' AND status = 'ready'`,
  );
  const names = media.names('assets', assetId);
  const ending = (end: string) =>
    names.filter((name) => name.endsWith(end)).map((name) => name.slice(0, -end.length));
  return [
    ...difference('the captions on disk', ending('.vtt'), 'the tracks', idsOf(tracks)),
    ...difference('the downloads on disk', ending('.mp4'), 'the renditions', idsOf(renditions)),
    ...needed.filter((name) => !names.includes(name)).map((name) => `${assetId} has no ${name}`),
  ];
}

/** Nothing that the product started is still at work below its folder, or was told of it. */
function checkProcesses(dataDir: string): string[] {
  if (!existsSync('/proc')) return [];
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((pid) => ['cmdline', 'environ'].some((file) => readOf(pid, file).includes(dataDir)))
    .map((pid) => `a process is left: ${readOf(pid, 'cmdline').slice(0, 200)}`);
}

function readOf(pid: string, file: string): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8').replaceAll('\0', ' ');
  } catch {
    // It has ended meanwhile, or is somebody else's.
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
    ...missing(left, some, right, others),
    ...missing(right, others, left, some),
    ...(new Set(some).size === some.length ? [] : [`${left} hold one twice: ${some.join(', ')}`]),
  ];
}

/** Those among the left that are not among the right. */
function missing(left: string, some: readonly string[], right: string, others: readonly string[]): string[] {
  return some.filter((id) => !others.includes(id)).map((id) => `among ${left}, not among ${right}: ${id}`);
}

function duplicates(field: string, rows: readonly Row[]): string[] {
  const values = rows.map((row) => String(row[field]));
  return values
    .filter((value, index) => values.indexOf(value) !== index)
    .map((value) => `${field} twice: ${value}`);
}
