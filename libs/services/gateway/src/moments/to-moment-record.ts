import type { MomentKind, MomentRecord } from '@vault/contracts';
import type { portalRpc } from '@vault/contracts/rpc';

/** @param base the public address of the product, or empty */
export function toMomentRecord(moment: portalRpc.Moment, base: string): MomentRecord {
  return {
    id: moment.id,
    link: `${base}/m/${moment.id}`,
    video_id: moment.videoId,
    kind: moment.kind as MomentKind,
    start: moment.start,
    end: moment.end,
    ends_at: moment.endsAt ?? null,
    is_listed: moment.isListed,
    plays: moment.plays,
    created_at: moment.createdAt,
  };
}
