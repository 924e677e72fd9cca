import { Inject, Injectable } from '@nestjs/common';
import type { adminRpc } from '@vault/contracts/rpc';
import { COMMAND_BUS } from '@vault/base';
import { InjectClient, type ClientOf } from '@vault/rpc';
import type { CommandBus } from '@vault/messaging';
import { changeDeadline } from '../change-deadline.ts';
import { longDeadline } from '../list-deadlines.ts';

/** Failed videos that one request reads: some cannot be tried again. */
const maxRead = 1_000;
const maxRetried = 100;
/** Commands sent at the same time. */
const atOnce = 20;
/** No more commands are sent after this time. */
const sendWithinMs = 15_000;

/** The numbers of failed videos. */
export interface RetriedVideos {
  readonly retried: number;
  /** The upload service refused them or did not answer. */
  readonly refused: number;
  /** More than one request tries again. */
  readonly left: number;
}

/** Retries failed steps of users' videos for staff. */
@Injectable()
export class VideoRetryService {
  constructor(
    @InjectClient('upload') private readonly upload: ClientOf<'upload'>,
    @Inject(COMMAND_BUS) private readonly commands: CommandBus,
  ) {}

  /** @throws {AppError} `not-found`; `conflict` when there is nothing to retry */
  async retry(caller: adminRpc.StaffCaller, videoId: string): Promise<void> {
    await this.commands.send(
      'admin.retry-video.v1',
      { caller, videoId },
      { subject: videoId, ...changeDeadline },
    );
  }

  /** Retries failed videos of all users, a bounded number in one call. A refusal of one does not stop the others. */
  async retryFailed(caller: adminRpc.StaffCaller): Promise<RetriedVideos> {
    const order = { page: 1, limit: maxRead, sort: '', descending: false };
    const failed = { q: '', orOwnerIds: [], state: 'failed', ...order };
    const { videos } = await this.upload.listAllVideos(failed, longDeadline);
    const retryable = videos.filter(({ failure }) => failure?.retryable);
    const chosen = retryable.slice(0, maxRetried);
    const giveUpAt = performance.now() + sendWithinMs;
    let retried = 0;
    let sent = 0;
    // When all of a batch are refused, upload is probably away: the others would only wait for it.
    while (sent < chosen.length && (sent === 0 || retried > 0) && performance.now() < giveUpAt) {
      const some = chosen.slice(sent, sent + atOnce);
      const results = await Promise.allSettled(some.map(({ id }) => this.retry(caller, id)));
      retried += results.filter(({ status }) => status === 'fulfilled').length;
      sent += some.length;
    }
    return { retried, refused: sent - retried, left: retryable.length - sent };
  }
}
