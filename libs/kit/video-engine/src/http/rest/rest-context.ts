import type { DiskSpace } from '@vault/media';
import type { Catalogue } from '../../catalogue/catalogue.ts';
import { countAhead, roleOf } from '../../catalogue/job-queue.ts';
import type { AssetRecord } from '../../catalogue/records.ts';
import { idPattern } from '../../common/ids.ts';
import type { MediaStorage } from '../../common/media-storage.ts';
import {
  type EngineRole,
  type Limits,
  type Playback,
  type Trace,
  engineRoles,
} from '../../common/options.ts';
import type { ProgressTracker, WorkProgress } from '../../common/progress-tracker.ts';
import type { AssetLifecycle } from '../../lifecycle/asset-lifecycle.ts';
import { presentAsset } from '../../presentation/present-asset.ts';
import type { EventLog } from '../../webhooks/event-log.ts';
import { invalidParameters, notFound } from '../answers/respond.ts';

/** Dependencies of the REST routes. */
export interface RestContext {
  catalogue: Catalogue;
  lifecycle: AssetLifecycle;
  events: EventLog;
  progress: ProgressTracker;
  limits: Limits;
  disk: DiskSpace;
  storage: Pick<MediaStorage, 'isLocal'>;
  trace: Trace;
  publicUrl: string;
  playback: Playback;
}

/**
 * Finds the asset of an id.
 *
 * @throws HttpError 404
 */
export async function findAsset(context: RestContext, id: string | undefined): Promise<AssetRecord> {
  const isId = id !== undefined && idPattern.test(id);
  const asset = isId ? await context.catalogue.assets.byId(id) : undefined;
  if (asset === undefined) throw notFound();
  return asset;
}

/** Returns what formats the current JSON of these assets, with one look at the queue for all. */
export async function presenterOf(
  { catalogue, progress, playback }: RestContext,
  assets: readonly AssetRecord[],
): Promise<(asset: AssetRecord) => Record<string, unknown>> {
  const waitingOf = (asset: AssetRecord): string[] =>
    [asset, ...asset.tracks].filter(({ status }) => status === 'preparing').map(({ id }) => id);
  const isWorkedOn = assets.some((asset) => waitingOf(asset).length > 0);
  const queue = isWorkedOn ? await catalogue.assets.queued() : [];
  const roles = isWorkedOn ? await catalogue.roles() : engineRoles;
  return (asset) => {
    const ahead = (id: string): number =>
      countAhead(queue, { id: asset.id, subjectId: id }, catalogue.assets.lastTurns);
    const queued = Object.fromEntries(waitingOf(asset).map((id) => [id, ahead(id)]));
    const work = { get: (id: string) => progressOf(asset, id, { own: progress, roles }) };
    return presentAsset({ asset, progress: work, queued, keys: playback.keys });
  };
}

export async function showAsset(context: RestContext, asset: AssetRecord): Promise<Record<string, unknown>> {
  const present = await presenterOf(context, [asset]);
  return present(asset);
}

/** The progress of the work on an asset or track, also when other engines do it, or none can. */
function progressOf(
  { jobs }: AssetRecord,
  id: string,
  { own, roles }: { own: ProgressTracker; roles: readonly EngineRole[] },
): WorkProgress {
  const progress = own.get(id);
  if (progress.stage !== undefined) return progress;
  const ofSubject = jobs.filter(({ subjectId }) => subjectId === id);
  const [noted] = ofSubject.flatMap((job) => job.progress ?? []).sort((a, b) => b.percent - a.percent);
  if (noted !== undefined) return noted;
  const isServed = ofSubject.some(({ lane }) => roles.includes(roleOf(lane)));
  return isServed || ofSubject.length === 0 ? progress : { percent: 0, stage: 'waiting-for-engine' };
}

/**
 * Reads `page` (from 1) and `limit` of a list request.
 *
 * @throws HttpError 400
 */
export function readPaging(query: URLSearchParams, limits: Limits): { page: number; limit: number } {
  const page = readCount(query, 'page', 1);
  const limit = Math.min(readCount(query, 'limit', 25), limits.maxPageSize);
  return { page, limit };
}

function readCount(query: URLSearchParams, name: string, fallback: number): number {
  const text = query.get(name);
  if (text === null) return fallback;
  if (!/^[1-9]\d{0,8}$/.test(text)) throw invalidParameters(`${name} must be a number from 1`);
  return Number(text);
}
