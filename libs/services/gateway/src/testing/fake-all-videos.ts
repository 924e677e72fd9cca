import type { uploadRpc } from '@vault/contracts/rpc';
import { aVideo } from '@vault/contracts/testing';
import { AppError } from '@vault/base';

/** The videos that staff see, in memory. */
export class FakeAllVideos {
  readonly videos = new Map<string, uploadRpc.Video>();
  /** Ids of videos that have been in one step for too long. */
  readonly stuck = new Set<string>();
  readonly listRequests: uploadRpc.ListAllVideosRequest[] = [];
  /** What does not work in the process of upload because of a wrong setting. */
  readonly wrongSettings: string[] = [];
  /** While true, calls are answered `unavailable`. */
  isUnavailable = false;

  add(id: string, ownerId: string, fields: Partial<uploadRpc.Video> = {}): void {
    this.videos.set(id, aVideo({ id, ownerId, title: `Talk ${id}`, ...fields }));
  }

  /** Videos `v0`, `v1`, … of Ada whose step can be tried again. */
  addFailed(count: number): void {
    const failure = { step: 'captioning', reason: 'No sound.', retryable: true };
    for (let index = 0; index < count; index += 1)
      this.add(`v${String(index)}`, 'ada', { state: 'failed', failure });
  }

  reset(): void {
    this.videos.clear();
    this.stuck.clear();
    this.listRequests.length = this.wrongSettings.length = 0;
    this.isUnavailable = false;
  }

  list(request: uploadRpc.ListAllVideosRequest): uploadRpc.AllVideosPage {
    this.requireAvailable();
    this.listRequests.push(request);
    const { q, state, orOwnerIds, page, limit } = request;
    const found = [...this.videos.values()].filter(
      (video) =>
        (state === '' || video.state === state || (state === 'stuck' && this.stuck.has(video.id))) &&
        (video.title.includes(q) || orOwnerIds.includes(video.ownerId ?? '')),
    );
    const size = limit || 20_000;
    return { videos: found.slice((page - 1) * size, page * size), total: found.length };
  }

  countOf(ownerIds: readonly string[]): uploadRpc.OwnerVideoCounts {
    this.requireAvailable();
    if (ownerIds.length > 10_000) throw new AppError('invalid-input', 'Too many owners.');
    const counts = new Map<string, number>();
    for (const { ownerId = '' } of this.videos.values()) counts.set(ownerId, (counts.get(ownerId) ?? 0) + 1);
    return { counts: ownerIds.map((ownerId) => ({ ownerId, videos: counts.get(ownerId) ?? 0 })) };
  }

  byIds(ids: readonly string[]): uploadRpc.Video[] {
    this.requireAvailable();
    return ids.flatMap((id) => this.videos.get(id) ?? []);
  }

  count(): uploadRpc.AllVideoCounts {
    this.requireAvailable();
    const counts = { failed: 1, processing: 3 };
    return { total: this.videos.size, ...counts, wrongSettings: this.wrongSettings };
  }

  private requireAvailable(): void {
    if (this.isUnavailable) throw AppError.unavailable();
  }
}
