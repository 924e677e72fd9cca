import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { findRemains } from './check-deleted.ts';
import { checkTokens } from './check-tokens.ts';
import type { MediaData } from './media-data.ts';
import type { Row, StoredData, StoredDeadLetter, StoredMessage } from './stored-data.ts';

/** The topics that each service consumes; each service also has an outbox. */
const subscriptions = {
  auth: ['auth.commands', 'chaptering.events'],
  upload: ['upload.commands', 'chaptering.events', 'auth.events'],
  chaptering: ['chaptering.commands', 'upload.events', 'auth.events'],
  search: ['search.commands', 'upload.events', 'chaptering.events', 'auth.events'],
  clip: ['clip.commands', 'upload.events', 'auth.events'],
  portal: ['portal.commands', 'upload.events', 'auth.events'],
  admin: ['admin.commands', 'audit-entries', 'upload.events', 'auth.events'],
} as const;

export interface CheckOptions {
  /** Whether the test has caused this dead letter. */
  readonly isExpected?: (letter: StoredDeadLetter) => boolean;
  /** The product that the data were moved from: messages that it has handled are not moved. */
  readonly movedFrom?: Pick<StoredData, 'messages'>;
  /** Assets whose records a repair has removed: their objects stay for 30 days. */
  readonly removedAssets?: readonly string[];
}

/**
 * Checks all data of a stopped product for lost work, duplicated work, files without rows and rows without files.
 * @returns one sentence for each fault
 */
export async function findInconsistencies(stored: StoredData, options: CheckOptions = {}): Promise<string[]> {
  return [
    ...(await findPendingWork(stored)),
    ...(await findFaults(stored, options)),
    ...checkProcesses(stored.dataDir),
  ];
}

/** Pending work of a running or stopped product. */
export async function findPendingWork(stored: StoredData): Promise<string[]> {
  const pairs = Object.entries(subscriptions).flatMap(([group, topics]) =>
    topics.map((topic) => [group, topic] as const),
  );
  const lags = pairs.map(async ([group, topic]) => {
    const lag = await stored.lag(group, topic);
    return lag === 0 ? [] : [`messages were not handled: ${JSON.stringify({ group, topic, lag })}`];
  });
  const outboxes = Object.keys(subscriptions).map((service) => checkOutboxes(stored, service));
  const { media } = stored;
  const { assets, uploads } = media.documents();
  const listed = (field: string, documents: readonly Row[]) =>
    documents.flatMap((document) => document[field] as unknown[]).map((one) => JSON.stringify(one));
  return [
    ...(await Promise.all([...lags, ...outboxes])).flat(),
    ...checkRemovals(await clipsOf(stored)),
    ...(await checkMoves(stored)),
    ...media.names('work').map((name) => `unfinished work is left: ${name}`),
    ...listed('jobs', assets).map((job) => `a job is left: ${job}`),
    ...listed('events', [...assets, ...uploads]).map((event) => `a webhook is left: ${event}`),
  ];
}

/** Faults of an idle product. */
async function findFaults(
  stored: StoredData,
  { isExpected = () => false, movedFrom, removedAssets = [] }: CheckOptions,
): Promise<string[]> {
  const topics = ['chaptering.commands', 'chaptering.events'];
  const letters = (await stored.deadLetters()).filter((letter) => !isExpected(letter));
  const [
    { videos = [], videoquotas: quotas = [] },
    { chaptersets = [], transcripts = [], operations = [] },
    { indexedvideos = [] },
    { token_accounts: accounts = [], ledger_entries: ledger = [] },
    clips,
    { moments = [], portals = [] },
    messages,
    earlier = [],
  ] = await Promise.all([
    stored.documents('upload'),
    stored.documents('chaptering'),
    stored.documents('search'),
    stored.documents('auth'),
    clipsOf(stored),
    stored.documents('portal'),
    stored.messages(topics),
    movedFrom?.messages(topics),
  ]);
  return [
    ...letters.map((letter) => `a dead letter: ${JSON.stringify(letter)}`),
    ...checkVideos({ videos, quotas, chaptersets }, [...earlier, ...messages]),
    ...checkIndex(videos, indexedvideos),
    ...checkOwners(videos, { chaptersets, transcripts, indexedvideos, clips, moments }),
    ...checkClips(videos, clips),
    ...checkMoments(videos, moments),
    ...checkPortals(videos, portals),
    ...checkTokens({ operations, accounts, ledger }),
    ...checkMedia(stored, [...videos, ...clips], removedAssets),
    ...(await findRemains(stored)),
  ];
}

/** Videos that still take a place where they were. */
async function checkMoves(stored: StoredData): Promise<string[]> {
  const { videos = [] } = await stored.documents('upload');
  return videos
    .filter(({ movedFrom }) => movedFrom)
    .map(({ _id }) => `a move is not finished: ${String(_id)}`);
}

async function clipsOf(stored: StoredData): Promise<readonly Row[]> {
  return (await stored.documents('clip')).clips ?? [];
}

/** Assets of deleted or replaced clips that are still at the video host. */
function checkRemovals(clips: readonly Row[]): string[] {
  return clips
    .filter(({ deletedAt, assetId, obsoleteAssetIds }) => {
      return (Boolean(deletedAt) && assetId !== '') || (obsoleteAssetIds as unknown[]).length > 0;
    })
    .map(({ _id }) => `a clip is still being removed: ${String(_id)}`);
}

/** Checks that visible clips belong to existing videos and are finished. */
function checkClips(videos: readonly Row[], clips: readonly Row[]): string[] {
  const visible = clips.filter(({ deletedAt }) => !deletedAt);
  const alive = videos.filter(({ deletedAt }) => !deletedAt);
  const videoIds = [...new Set(visible.map(({ videoId }) => String(videoId)))];
  return [
    ...missing('the videos of clips', videoIds, 'the videos', idsOf(alive)),
    ...visible
      .filter(({ state }) => state === 'making')
      .map(({ _id }) => `a clip is not done: ${String(_id)}`),
    ...duplicates(
      'assetId',
      visible.filter(({ assetId }) => assetId !== ''),
    ),
  ];
}

/** Moments belong to existing videos. */
function checkMoments(videos: readonly Row[], moments: readonly Row[]): string[] {
  const alive = videos.filter(({ deletedAt }) => !deletedAt);
  const videoIds = [...new Set(moments.map(({ videoId }) => String(videoId)))];
  return missing('the videos of moments', videoIds, 'the videos', idsOf(alive));
}

/** Portals name existing videos. */
function checkPortals(videos: readonly Row[], portals: readonly Row[]): string[] {
  const alive = videos.filter(({ deletedAt }) => !deletedAt);
  const videoIds = [...new Set(portals.flatMap((portal) => (portal.videoIds ?? []) as string[]))];
  return missing('the videos of portals', videoIds, 'the videos', idsOf(alive));
}

async function checkOutboxes(stored: StoredData, service: string): Promise<string[]> {
  return Object.entries(await stored.documents(service)).flatMap(([collection, documents]) =>
    documents
      .filter(({ outbox, outboxSince }) => (Array.isArray(outbox) && outbox.length > 0) || outboxSince)
      .map(({ _id }) => `an outbox is not empty: ${service} ${collection} ${String(_id)}`),
  );
}

/** Each video has one chapter set and one quota slot, and chapters were generated once for each request. */
function checkVideos(
  { videos, quotas, chaptersets }: Record<'videos' | 'quotas' | 'chaptersets', readonly Row[]>,
  messages: readonly StoredMessage[],
): string[] {
  const alive = videos.filter(({ deletedAt }) => !deletedAt);
  const ready = alive.filter(({ state }) => state === 'ready');
  const sets = chaptersets.filter(({ deletedAt }) => !deletedAt);
  return [
    ...difference('the chapter sets', idsOf(sets), 'the finished videos', idsOf(ready)),
    ...difference(
      'the quota slots',
      quotas.flatMap(slotsOf),
      'the videos',
      alive.filter(countsAgainstQuota).map(({ _id, ownerId }) => `${String(ownerId)}/${String(_id)}`),
    ),
    ...duplicates('uploadId', alive),
    ...duplicates(
      'assetId',
      alive.filter(({ assetId }) => assetId !== ''),
    ),
    ...sets
      .filter((set) => hasWork(set) || (set.chapters as unknown[]).length === 0)
      .map(({ _id, jobs }) => `chapters are not done: ${String(_id)} ${JSON.stringify(jobs)}`),
    ...idsOf(ready).flatMap((id) => checkGenerations(id, messages)),
  ];
}

/** The index has only existing videos, all finished ones, and their current titles. */
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

/** Everything of a video has its owner, also what was deleted and can come back; operations stay with who has paid. */
function checkOwners(videos: readonly Row[], data: Readonly<Record<string, readonly Row[]>>): string[] {
  const alive = videos.filter(({ deletedAt }) => !deletedAt);
  const owners = new Map(alive.map(({ _id, ownerId }) => [_id, ownerId]));
  return Object.entries(data).flatMap(([what, rows]) =>
    rows
      .map(({ _id, videoId = _id, ownerId }) => ({ id: _id, ownerId, owner: owners.get(String(videoId)) }))
      .filter(({ owner, ownerId }) => owner !== undefined && owner !== ownerId)
      .map(({ id, owner }) => `among ${what}, with another owner than ${String(owner)}: ${String(id)}`),
  );
}

/** An upload that failed before its last byte does not take a slot. */
function countsAgainstQuota({ state, failure }: Row): boolean {
  return state !== 'failed' || (failure as { step: string } | null)?.step !== 'uploading';
}

/** By owner and video. */
function slotsOf({ _id, slots }: Row): string[] {
  return (slots as { videoId: string }[]).map(({ videoId }) => `${String(_id)}/${videoId}`);
}

/** Whether there are unfinished jobs or unsettled operations. */
function hasWork({ jobs, settlements }: Row): boolean {
  return Object.keys(jobs as object).length > 0 || (settlements as unknown[]).length > 0;
}

/** Commands after which chapters are generated again. */
const regenerating = ['regenerate-chapters', 'replace-captions', 'restore-captions'].map(
  (name) => `chaptering.${name}.v1`,
);

/** Chapters are generated once for the captions and once for each regeneration; duplicate messages count once. */
function checkGenerations(videoId: string, messages: readonly StoredMessage[]): string[] {
  const own = messages.filter(({ subject }) => subject === videoId);
  const of = (type: string) => own.filter((message) => message.type === type);
  const generated = new Set(of('chaptering.chapters-generated.v1').map(({ id }) => id)).size;
  const requested = new Set(regenerating.flatMap(of).map(({ id }) => id));
  const jobs = (type: string) => of(type).map(({ data }) => String(data.jobId));
  const failed = new Set(jobs('chaptering.generation-failed.v1'));
  const regenerated = new Set(
    jobs('chaptering.generation-started.v1').filter((id) => requested.has(id) && !failed.has(id)),
  );
  const expected = 1 + regenerated.size;
  return generated === expected
    ? []
    : [`chapters were generated ${String(generated)} times, not ${String(expected)}: ${videoId}`];
}

/** The catalogue of the video host, its files and the product's videos match. */
function checkMedia(
  { media }: StoredData,
  hosted: readonly Row[],
  removedAssets: readonly string[],
): string[] {
  const assets = media.assets();
  const assetIds = assets.map(({ _id }) => _id);
  const open = media.documents().uploads.filter(({ status }) => status === 'waiting');
  const parted = open.flatMap((upload) => (upload['parted'] as { id: string } | undefined)?.id ?? []);
  const hostedRecords = hosted.filter(({ assetId, deletedAt }) => assetId !== '' && !deletedAt);
  const keys = media.objectKeys().filter((key) => !removedAssets.includes(key.split('/')[1] ?? ''));
  return [
    ...difference('the objects', keys, 'the files of assets', [
      ...new Set(assets.flatMap(({ files }) => Object.values(files))),
    ]),
    ...difference('the unfinished parts', media.unfinishedParts(), 'the open uploads', parted),
    ...difference(
      'the assets',
      assetIds,
      'those of videos and clips',
      hostedRecords.map(({ assetId }) => String(assetId)),
    ),
    ...duplicates(
      'uploadId',
      assets.filter(({ uploadId }) => uploadId !== undefined).map(({ uploadId }) => ({ uploadId })),
    ),
    ...assets.flatMap((asset) => checkAssetFiles(asset)),
  ];
}

/** The files of an asset match its record. A ready asset has a stream and no source; a failed one has no stream. */
function checkAssetFiles({
  _id: assetId,
  status,
  tracks,
  files: objects,
}: ReturnType<MediaData['assets']>[number]): string[] {
  const isErrored = status === 'errored';
  const texts = tracks.filter((track) => track.type === 'text' && track.status === 'ready');
  const names = Object.keys(objects);
  const withSuffix = (end: string) =>
    names.filter((name) => name.endsWith(end)).map((name) => name.slice(0, -end.length));
  return [
    ...difference('the stored captions', withSuffix('.vtt'), 'the tracks', idsOf(texts)),
    ...(isErrored || names.includes('media') ? [] : [`${assetId} has no stream`]),
    ...(isErrored || !names.includes('source') ? [] : [`${assetId} still has its source`]),
  ];
}

/** Processes whose arguments or environment contain the data folder: the product must leave none. */
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
    // The process has exited, or belongs to another user.
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
    ...(new Set(some).size === some.length ? [] : [`${left} have a duplicate: ${some.join(', ')}`]),
  ];
}

/** The ids on the left that are missing on the right. */
function missing(left: string, some: readonly string[], right: string, others: readonly string[]): string[] {
  return some.filter((id) => !others.includes(id)).map((id) => `among ${left}, not among ${right}: ${id}`);
}

function duplicates(field: string, rows: readonly Row[]): string[] {
  const values = rows.map((row) => String(row[field]));
  return values
    .filter((value, index) => values.indexOf(value) !== index)
    .map((value) => `${field} twice: ${value}`);
}
