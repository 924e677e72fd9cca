import { readFileSync } from 'node:fs';
import { foldText } from '@vault/contracts';
import type { ServerNamespace } from '../../../e2e/src/testing/stores/server-namespace.ts';

const atOnce = 1_000;
const hourMs = 3_600_000;
/** Each has some 60 KB. */
const talksAtOnce = 100;
const secondsPerLine = 4;
const prompt = 'Ask for complete, cohesive insights with memorable wording, and numbers first. '.repeat(6);

export interface Seed {
  readonly users: number;
  readonly videos: number;
}

/** A fixed permutation: without it, every sort order would equal the insertion order. */
const scatter = (index: number, of: number) => (index * 7_919) % of;
const userId = (index: number) => `user-${String(index).padStart(6, '0')}`;

/** Inserts users, token accounts and videos into the product's MongoDB databases, in the format of its services. */
export function seedPeople(namespace: ServerNamespace, { users, videos }: Seed): Promise<void> {
  const now = Date.now();
  return namespace.withMongo(async (client) => {
    const fill = async (
      [service, name]: [string, string],
      count: number,
      make: (index: number) => object,
    ) => {
      const collection = client.db(namespace.databaseOf(service)).collection(name);
      for (let from = 0; from < count; from += atOnce) {
        const length = Math.min(atOnce, count - from);
        await collection.insertMany(Array.from({ length }, (_, offset) => make(from + offset)));
      }
    };
    await fill(['auth', 'users'], users, (index) => userOf(index, scatter(index, users), now));
    await fill(['auth', 'token_accounts'], users, (index) => accountOf(index, scatter(index, users), now));
    await fill(['upload', 'videos'], videos, (index) =>
      videoOf(index, scatter(index, videos), { users, now }),
    );
  });
}

/** Inserts ready videos of one owner into the databases of a product. */
export function seedLibrary(namespace: ServerNamespace, ownerId: string, videos: number): Promise<void> {
  return namespace.withMongo(async (client) => {
    const collection = client.db(namespace.databaseOf('upload')).collection<{ _id: string }>('videos');
    const all = Array.from({ length: videos }, (_, index) => {
      const id = `${ownerId}-${String(index)}`;
      const ids = { uploadId: `upload-${id}`, assetId: `asset-${id}`, publicIds: [id] };
      const video = videoOf(index, 8 * index + 2, { users: 1, now: Date.now() });
      return { ...video, ...aggregateOf(id, ownerId), ...ids, handled: [] };
    });
    for (let from = 0; from < videos; from += atOnce)
      await collection.insertMany(all.slice(from, from + atOnce));
  });
}

/** Inserts what is said in videos of one owner into the search of a product. @param talks a caption in each line */
export function seedSearch(
  namespace: ServerNamespace,
  ownerId: string,
  talks: readonly string[],
): Promise<void> {
  return namespace.withMongo(async (client) => {
    const collection = client.db(namespace.databaseOf('search')).collection<{ _id: string }>('indexedvideos');
    const indexedOf = (talk: string, index: number) => {
      const id = `${ownerId}-${String(index)}`;
      const transcript = readFileSync(talk, 'utf8').trimEnd();
      const lineStarts = transcript.split('\n').map((_, line) => line * secondsPerLine);
      const createdAt = new Date(Date.now() - index * hourMs);
      const shown = { title: `Webinar ${String(index)}`, uploadId: `upload-${id}`, assetId: `asset-${id}` };
      const empty = { description: '', thumbnail: '', captionsTrackId: '', playbackId: '', chapters: [] };
      const said = { transcript, lineStarts, lineSpeakers: [], speakers: [], duration: 3_600 };
      return { ...aggregateOf(id, ownerId), ...empty, ...shown, ...said, createdAt };
    };
    for (let from = 0; from < talks.length; from += talksAtOnce)
      await collection.insertMany(
        talks.slice(from, from + talksAtOnce).map((talk, index) => indexedOf(talk, from + index)),
      );
  });
}

/** Gives a team members who have no accounts, beside those that it has. */
export function seedMembers(namespace: ServerNamespace, teamId: string, members: number): Promise<void> {
  return namespace.withMongo(async (client) => {
    const teams = client
      .db(namespace.databaseOf('auth'))
      .collection<{ _id: string; members: object[] }>('teams');
    const added = Array.from({ length: members }, (_, index) => ({
      userId: userId(index),
      role: 'viewer',
      since: new Date(),
      invitedBy: userId(0),
    }));
    await teams.updateOne({ _id: teamId }, { $inc: { version: 1 }, $push: { members: { $each: added } } });
  });
}

function aggregateOf(id: string, ownerId: string) {
  const handled = Array.from({ length: 12 }, (_, index) => `5f0c8a9e-3f0b-4f6b-9a51-${id}-${String(index)}`);
  return { _id: id, ownerId, version: handled.length, outbox: [], handled };
}

function userOf(index: number, number: number, now: number) {
  const name = { firstname: `First ${String(number % 97)}`, lastname: `Last ${String(number)}` };
  const email = `person.${String(number)}@${number % 50 === 0 ? 'rare' : 'example'}.com`;
  const sortName = foldText(`${name.firstname} ${name.lastname}`);
  return {
    ...aggregateOf(userId(index), userId(index)),
    email,
    ...name,
    sortName,
    searchText: `${foldText(email)}\n${sortName}`,
    plan: number % 4 === 0 ? 'executive' : 'free',
    isConfirmed: true,
    isActive: true,
    readyMail: true,
    contentVersion: 1,
    membershipEnd: new Date(now + (number + 1_000) * hourMs),
    createdAt: new Date(now - number * hourMs),
    settings: { customPrompt: prompt, quoteCount: 3, baseSearchPrompt: prompt },
    credentials: { passwordHash: `$argon2id$v=19$m=19456,t=2,p=1$${'x'.repeat(64)}` },
  };
}

function accountOf(index: number, number: number, now: number) {
  return {
    ...aggregateOf(userId(index), userId(index)),
    granted: 40_000 - number,
    added: 2 * number,
    monthlyGrant: number % 4 === 0 ? 1_000_000 : 50_000,
    grantedMonth: new Date(now).toISOString().slice(0, 7),
    reservations: [],
  };
}

/** Some users own many videos; most own one or two. */
function videoOf(index: number, number: number, { users, now }: { users: number; now: number }) {
  const id = `video-${String(index).padStart(6, '0')}`;
  const owner = userId(number % 3 === 0 ? number % 100 : number % users);
  const [uploadId, assetId] = [`upload-${id}`, `asset-${String(number).padStart(6, '0')}`];
  const state = number % 8 === 0 ? 'failed' : number % 8 === 1 ? 'captioning' : 'ready';
  const title = `Webinar ${String(number)} about ${number % 50 === 0 ? 'hiring' : 'growth'}`;
  const createdAt = new Date(now - number * (hourMs / 4));
  return {
    ...aggregateOf(id, owner),
    uploadId,
    assetId,
    publicIds: [id, uploadId, assetId],
    title,
    titleKey: foldText(title),
    description: prompt,
    hasOwnDescription: false,
    playbackId: `playback-${id}`,
    captionsTrackId: '',
    captionsState: 'ready',
    captionsReason: '',
    durationSeconds: 3_600,
    isPlayable: true,
    contents: [],
    chaptersTrackId: '',
    selection: null,
    tracksProblem: '',
    obsoleteAssetIds: [],
    downloadName: 'highest.mp4',
    state,
    stepPercent: 100,
    createdAt,
    savedAt: createdAt,
    failure:
      state === 'failed' ? { step: 'processing', reason: 'It cannot be read.', isRetryable: true } : null,
    stepTimes: { uploading: createdAt, processing: createdAt, captioning: new Date(now), [state]: createdAt },
    correlationId: id,
  };
}
