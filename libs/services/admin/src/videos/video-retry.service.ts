import { Injectable } from '@nestjs/common';
import type { adminRpc, uploadRpc } from '@vault/contracts/rpc';
import { AppError } from '@vault/platform';
import { ActionRunner, actorOf } from '../actions/action-runner.ts';
import { longDeadline, Owners } from '../owners.ts';
import type { Caller } from '../sessions/staff-session.service.ts';

/** Failed videos that one call reads: some cannot be tried again. */
const maxRead = 1_000;
const maxRetried = 100;
/** Commands sent at the same time. */
const atOnce = 20;

/** Requests retries of failed steps of users' videos from upload. */
@Injectable()
export class VideoRetryService {
  constructor(
    private readonly owners: Owners,
    private readonly runner: ActionRunner,
  ) {}

  /** @throws {AppError} `not-found`; `conflict` when there is nothing to retry */
  async retry(caller: Caller, videoId: string): Promise<void> {
    const { videos } = await this.owners.upload.getVideosByIds({ ids: [videoId] });
    await this.retryStepOf(caller, videos[0]);
  }

  /** Retries failed videos of all users, a bounded number in one call. A refusal of one does not stop the others. */
  async retryFailed(caller: Caller): Promise<adminRpc.RetryFailedVideosReply> {
    const all = { q: '', state: 'failed', page: 1, limit: maxRead, sort: '', descending: false };
    const { videos } = await this.owners.upload.listAllVideos({ ...all, orOwnerIds: [] }, longDeadline);
    const retryable = videos.filter(({ failure }) => failure?.retryable);
    const chosen = retryable.slice(0, maxRetried);
    let retried = 0;
    let asked = 0;
    // When upload refuses all of a batch, it is probably away: the others would only wait for it.
    while (asked < chosen.length && (asked === 0 || retried > 0)) {
      const some = chosen.slice(asked, asked + atOnce);
      const results = await Promise.allSettled(some.map((video) => this.retryStepOf(caller, video)));
      retried += results.filter(({ status }) => status === 'fulfilled').length;
      asked += some.length;
    }
    return { retried, refused: asked - retried, left: retryable.length - asked };
  }

  private async retryStepOf(caller: Caller, video: uploadRpc.Video | undefined): Promise<void> {
    if (video?.ownerId === undefined) throw AppError.notFound('The video');
    const { id, title, ownerId, state, failure } = video;
    await this.runner.run(actorOf(caller), {
      action: 'retry-video',
      subject: { id, name: title },
      before: { state, ...(failure && { step: failure.step, reason: failure.reason }) },
      work: {
        ...{ kind: 'command', type: 'upload.retry-step.v1', subject: id, userId: '' },
        data: { videoId: id, ownerId },
      },
    });
  }
}
