import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { Environment } from '@vault/base';
import { BucketStore, type BucketOptions, type MediaStore } from '@vault/media-store';
import { inMegabytes, type OperatorCommand } from '@vault/platform';
import { beginCopy, endCopy, HeldMedia, mediaIdOf, mediaPrefix } from '@vault/video-engine';
import type { mongo } from 'mongoose';
import { tableOf } from '../move/comparison-table.ts';
import type { ComparedCollection } from '../move/move-stores.ts';
import { describeMediaError } from '../media-place.ts';
import { openMongo } from '../open-mongo.ts';
import { ObjectCopy, type CopyResult } from './copy-objects.ts';
import { CatalogueMove } from './move-catalogue.ts';
import { loadMoveMediaConfig, type MoveMediaConfig } from './move-media.config.ts';
import { parseMoveMedia, usage } from './move-media-options.ts';

type Print = (line: string) => void;

/** Copies the media of a video engine to a bucket, from its folder or from another bucket. */
export const moveMediaCommand: OperatorCommand = {
  name: 'move-media',
  usage,
  run: async (args, env, print) => {
    await moveMedia(args, env, print).catch((cause: unknown) => {
      throw describe(cause);
    });
  },
};

async function moveMedia(args: readonly string[], env: Environment, print: Print): Promise<void> {
  const { folder, isOnlyNew } = parseMoveMedia(args);
  const config = loadMoveMediaConfig(folder === undefined, env);
  const to = new BucketStore(config.to);
  const run = { to, isOnlyNew, print };
  try {
    if (folder !== undefined) await fromFolder(resolve(folder), config, run);
    else if (config.from !== undefined) await fromBucket(config.from, config.to, run);
  } finally {
    to.close();
  }
}

interface Run {
  readonly to: MediaStore;
  readonly isOnlyNew: boolean;
  readonly print: Print;
}

async function fromFolder(folder: string, { catalogue }: MoveMediaConfig, run: Run): Promise<void> {
  const work = await mkdtemp(join(tmpdir(), 'move-media-'));
  let media: HeldMedia | undefined;
  let client: mongo.MongoClient | undefined;
  try {
    media = await HeldMedia.open(folder, work);
    client = catalogue && (await openMongo(catalogue.access));
    await moveHeld(media, client?.db(catalogue?.database), run);
  } finally {
    await client?.close();
    await media?.close();
    await rm(work, { recursive: true, force: true });
  }
  if (catalogue === undefined) run.print(`MONGO_URL is not set: the catalogue stays in ${folder}.`);
  run.print(
    'The move is complete. Start the engines with the bucket; keep the folder until you have checked them.',
  );
}

/** Objects, catalogue, identity: no engine starts with a part of them. */
async function moveHeld(media: HeldMedia, database: mongo.Db | undefined, run: Run): Promise<void> {
  const { to, print } = run;
  // The driver of an embedded store has the part of the interface that is used.
  const documents = media.catalogue.db as unknown as mongo.Db;
  const move = database && (await CatalogueMove.begin(documents, database));
  const movedAt = await move?.finishedAt();
  const hasCatalogue = move === undefined || movedAt !== undefined;
  const completeAt = await beginCopy(to, media.id, hasCatalogue);
  const result = await copyObjects(run, { from: media.store, isLive: false, completeAt });
  const collections = move && movedAt === undefined ? await move.copy(print) : [];
  await media.assertUnchanged();
  report(result, collections, print);
  if (movedAt !== undefined)
    print(`The catalogue was moved at ${movedAt.toISOString()}; engines may have changed it since.`);
  if (movedAt === undefined) await move?.finish();
  await endCopy(to, media.id);
}

async function fromBucket(source: BucketOptions, target: BucketOptions, run: Run): Promise<void> {
  assertOther(source, target);
  const from = new BucketStore(source);
  try {
    const id = await mediaIdOf(from);
    if (id === undefined)
      throw new Error('The source has no media: check FROM_MEDIA_BUCKET and FROM_MEDIA_PREFIX.');
    const completeAt = await beginCopy(run.to, id, true);
    report(await copyObjects(run, { from, isLive: true, completeAt }), [], run.print);
    await endCopy(run.to, id);
  } finally {
    from.close();
  }
  run.print(
    'The copy is complete. If engines ran meanwhile, stop them and run this again with --only-new; then start them with the target.',
  );
}

/** @throws when one would copy into what it reads */
function assertOther(one: BucketOptions, other: BucketOptions): void {
  const [from, to] = [one, other].map(({ prefix = '' }) => prefix) as [string, string];
  const isSameBucket = one.endpoint === other.endpoint && one.bucket === other.bucket;
  const isInside = from === to || to.startsWith(from + mediaPrefix) || from.startsWith(to + mediaPrefix);
  if (isSameBucket && isInside)
    throw new Error('FROM_MEDIA_BUCKET and MEDIA_BUCKET, with their prefixes, must be different places.');
}

async function copyObjects(
  { to, isOnlyNew, print }: Run,
  source: { from: MediaStore; isLive: boolean; completeAt: number | undefined },
): Promise<CopyResult> {
  const { from, isLive, completeAt } = source;
  const verifiedBefore = isOnlyNew ? (completeAt ?? 0) : 0;
  return await new ObjectCopy({ from, to, isLive, verifiedBefore, print }).run();
}

/** @throws when something differs */
function report(result: CopyResult, collections: readonly ComparedCollection[], print: Print): void {
  const { source, copied, verified, skipped, deleted, different } = result;
  const media = { name: 'media objects', count: source.objects, bytes: source.bytes };
  const same = verified.objects + skipped.objects;
  for (const line of tableOf(collections, { ...media, same, isSame: different.objects === 0 })) print(line);
  const text = ({ objects, bytes }: typeof source) => `${String(objects)} objects (${inMegabytes(bytes)})`;
  print(copied.objects === 0 ? 'Nothing had to be copied.' : `Copied: ${text(copied)}.`);
  print(`Verified by SHA-256: ${text(verified)}.`);
  if (skipped.objects > 0) print(`Verified by an earlier run: ${text(skipped)}.`);
  if (deleted.objects > 0) print(`Deleted in the source meanwhile: ${text(deleted)}.`);
  if (different.objects > 0)
    throw new Error(
      `${String(different.objects)} objects differ after the copy, as listed above. Run this again: it copies them anew.`,
    );
  const names = collections.filter(({ isSame }) => !isSame).map(({ name }) => name);
  if (names.length > 0)
    throw new Error(`These collections differ: ${names.join(', ')}. Drop the database, then run this again.`);
}

/** Makes an expected error one for the operator. */
function describe(cause: unknown): unknown {
  if ((cause as NodeJS.ErrnoException).code === 'ENOSPC')
    return new Error(
      `${tmpdir()} has no space for a copy of the catalogue. Set TMPDIR to a folder with more, then run this again.`,
      { cause },
    );
  return describeMediaError(cause);
}
