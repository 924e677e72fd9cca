import { Injectable } from '@nestjs/common';
import { AppError } from '@vault/base';
import { InjectClient, type ClientOf } from '@vault/rpc';
import { ActionRunner, type Requester } from '../actions/action-runner.ts';

/** Requests retries of failed steps of users' videos from upload. */
@Injectable()
export class VideoRetryService {
  constructor(
    @InjectClient('upload') private readonly upload: ClientOf<'upload'>,
    private readonly runner: ActionRunner,
  ) {}

  /** @throws {AppError} `not-found`; `conflict` when there is nothing to retry */
  async retry(by: Requester, videoId: string): Promise<void> {
    const { videos } = await this.upload.getVideosByIds({ ids: [videoId] });
    const [video] = videos;
    if (video?.ownerId === undefined) throw AppError.notFound('The video');
    const { id, title, ownerId, state, failure } = video;
    await this.runner.run(by.actor, {
      id: by.actionId,
      action: 'retry-video',
      subject: { id, name: title },
      before: { state, ...(failure && { step: failure.step, reason: failure.reason }) },
      work: {
        kind: 'command',
        type: 'upload.retry-step.v1',
        subject: id,
        data: { videoId: id, ownerId },
      },
    });
  }
}
