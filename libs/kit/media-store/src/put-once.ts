import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';

import type { CallOptions, MediaStore } from './media-store.ts';
import { MediaStoreError } from './media-store.ts';

/** A try ends within this time. */
const tryMs = 20_000;
/** A claim that is older was left by a process that ended in the middle; far above the time of a try. */
const abandonedMs = 120_000;
const maxTries = 12;
const firstWaitMs = 100;
const longestWaitMs = 5000;

type Objects = Pick<MediaStore, 'put' | 'head' | 'list' | 'delete'>;

/**
 * Stores an object only when there is none of its key, without the header `If-None-Match`: some servers refuse it, others
 * take it and do not heed it. It needs what every server promises today: a call sees what calls before it have done.
 *
 * A process writes a claim of its own, lists all claims, and goes on only when its own is alone; then it stores the object
 * if there still is none, and deletes the claim last. Two processes P and Q never both store:
 *
 * - Both listed their own claim only, so Q listed before P's claim was there, or after P deleted it.
 * - If before: Q's claim was written before Q listed, hence before P listed. P did not see it, so Q had deleted it, which Q
 *   does after it has stored the object. P looks for the object after it listed, and finds it.
 * - If after: P had stored the object by then, and Q finds it.
 *
 * Those who see others withdraw, and try again after random times. A claim whose object may still be on its way stays, and
 * is ignored when it is older than any try can last.
 *
 * @returns whether it stored the object
 */
export async function putOnce(
  store: Objects,
  key: string,
  content: Uint8Array,
  { signal }: CallOptions = {},
): Promise<boolean> {
  for (let tries = 0; tries < maxTries; tries += 1) {
    if ((await store.head(key, { signal })) !== undefined) return false;
    const isStored = await tryOnce(store, key, content, signal);
    if (isStored !== undefined) return isStored;
    await wait(Math.random() * Math.min(longestWaitMs, firstWaitMs * 2 ** tries), undefined, { signal });
  }
  throw new MediaStoreError('unavailable', 'others store the same object at the same time');
}

/** @returns undefined when there are other claims */
async function tryOnce(
  store: Objects,
  key: string,
  content: Uint8Array,
  ending: AbortSignal | undefined,
): Promise<boolean | undefined> {
  const deadline = AbortSignal.timeout(tryMs);
  const within = { signal: ending === undefined ? deadline : AbortSignal.any([ending, deadline]) };
  const folder = `claims/${key}/`;
  const claim = folder + randomUUID();
  let isStoring = false;
  const useless = [claim];
  try {
    await store.put(claim, Buffer.alloc(1), within);
    const claims = await store.list(folder, within);
    const own = claims.find((found) => found.key === claim);
    if (own === undefined)
      throw new MediaStoreError('forbidden', 'the store does not list what it has just stored', {
        setting: 'server',
      });
    const isAbandoned = ({ modifiedAt }: { modifiedAt: number }): boolean =>
      modifiedAt < own.modifiedAt - abandonedMs;
    useless.push(...claims.filter(isAbandoned).map((found) => found.key));
    if (claims.some((found) => found !== own && !isAbandoned(found))) return undefined;
    if ((await store.head(key, within)) !== undefined) return false;
    isStoring = true;
    await store.put(key, content, within);
    isStoring = false;
    return true;
  } catch (error) {
    if (deadline.aborted && error === deadline.reason)
      throw new MediaStoreError('unavailable', 'the store did not answer in time', { cause: error });
    throw error;
  } finally {
    if (!isStoring) await store.delete(useless).catch(() => undefined);
  }
}
