import type { LeasedJob } from '../catalogue/assets.ts';
import type { Catalogue } from '../catalogue/catalogue.ts';
import { type LeaseTimes, addJob } from '../catalogue/job-queue.ts';
import type { AssetRecord, JobKind, JobLane } from '../catalogue/records.ts';
import { nextSeq } from '../catalogue/seq.ts';
import { newId } from '../common/ids.ts';

/** An asset in preparation, with the given fields. */
export function newAsset(fields: Partial<AssetRecord> = {}): AssetRecord {
  const id = newId();
  return {
    id,
    seq: nextSeq(),
    playbackId: newId(),
    status: 'preparing',
    createdAt: 0,
    source: { kind: 'upload', uploadId: newId() },
    owner: id,
    tracks: [],
    renditions: [],
    jobs: [],
    files: {},
    dropped: [],
    lastLease: 0,
    events: [],
    ...fields,
  };
}

/** Adds a job to an asset that is not stored yet. */
export function queue(asset: AssetRecord, kind: JobKind, subjectId = asset.id): AssetRecord {
  addJob(asset, kind, subjectId);
  return asset;
}

/** Leases the next due job of a lane of the queue as it is now. */
export async function claimNext(
  { assets }: Catalogue,
  lane: JobLane,
  times: LeaseTimes,
): Promise<LeasedJob | undefined> {
  return await assets.claim(lane, times, await assets.queued());
}
