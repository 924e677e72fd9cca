import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { Environment } from '@vault/base';
import { BucketStore, type MediaStore } from '@vault/media-store';
import { inMegabytes, type OperatorCommand } from '@vault/platform';
import { beginCopy, endCopy, holdMedia, type HeldMedia } from '@vault/video-engine';
import type { mongo } from 'mongoose';
import { tableOf } from '../move/comparison-table.ts';
import type { ComparedCollection } from '../move/move-stores.ts';
import { describeMediaError } from '../common/media-place.ts';
import { openMongo } from '../common/open-mongo.ts';
import { ObjectCopy, type CopyResult } from './copy-objects.ts';
import { CatalogueMove } from './move-catalogue.ts';
import { loadMediaConfig } from '../common/media.config.ts';

type Print = (line: string) => void;

const usage = `  move-media FOLDER                                     copies the media of a stopped video engine to MEDIA_BUCKET, and
                                                        its catalogue to MongoDB; FOLDER is its DATA_DIR/media. Run it
                                                        again if it was killed`;

/** Copies the media of a video engine from its folder to a bucket. */
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
  const [path, ...more] = args;
  if (!path || path.startsWith('-') || more.length > 0) throw new Error(`Usage:\n${usage}`);
  const folder = resolve(path);
  const { bucket, catalogue } = loadMediaConfig('either', env);
  if (!bucket) throw new Error('The configuration has no bucket.');
  const to = new BucketStore(bucket);
  const work = await mkdtemp(join(tmpdir(), 'move-media-'));
  let media: HeldMedia | undefined;
  let client: mongo.MongoClient | undefined;
  try {
    media = await holdMedia(folder, work);
    client = catalogue && (await openMongo(catalogue.access));
    await moveHeld(media, client?.db(catalogue?.database), { to, print });
  } finally {
    await client?.close();
    await media?.close();
    await rm(work, { recursive: true, force: true });
    to.close();
  }
  if (catalogue === undefined) print(`MONGO_URL is not set: the catalogue stays in ${folder}.`);
  print(
    'The move is complete. Start the engines with the bucket; keep the folder until you have checked them.',
  );
}

interface Run {
  readonly to: MediaStore;
  readonly print: Print;
}

/** Objects, catalogue, identity: no engine starts with a part of them. */
async function moveHeld(media: HeldMedia, database: mongo.Db | undefined, run: Run): Promise<void> {
  const { to, print } = run;
  // The driver of an embedded store has the part of the interface that is used.
  const documents = media.catalogue.db as unknown as mongo.Db;
  const move = database && (await CatalogueMove.begin(documents, database));
  const movedAt = await move?.finishedAt();
  await beginCopy(to, media.id, move === undefined || movedAt !== undefined);
  const result = await new ObjectCopy({ from: media.store, to, print }).run();
  const collections = move && movedAt === undefined ? await move.copy(print) : [];
  await media.assertUnchanged();
  report(result, collections, print);
  if (movedAt !== undefined)
    print(`The catalogue was moved at ${movedAt.toISOString()}; engines may have changed it since.`);
  if (movedAt === undefined) await move?.finish();
  await endCopy(to, media.id);
}

/** @throws when something differs */
function report(result: CopyResult, collections: readonly ComparedCollection[], print: Print): void {
  const { source, copied, verified, different } = result;
  const media = { name: 'media objects', count: source.objects, bytes: source.bytes };
  for (const line of tableOf(collections, {
    ...media,
    same: verified.objects,
    isSame: different.objects === 0,
  }))
    print(line);
  const text = ({ objects, bytes }: typeof source) => `${String(objects)} objects (${inMegabytes(bytes)})`;
  print(copied.objects === 0 ? 'Nothing had to be copied.' : `Copied: ${text(copied)}.`);
  print(`Verified by SHA-256: ${text(verified)}.`);
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
