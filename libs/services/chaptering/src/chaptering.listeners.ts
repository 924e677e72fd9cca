import { Injectable } from '@nestjs/common';
import { OwnerDeletion } from '@vault/store';
import type { GivenUpHandlers, MessageConsumer, MessageHandlers } from '@vault/messaging';
import { ChapterSetService } from './chapters/chapter-set.service.ts';
import { ReplaceCaptionsService } from './chapters/replace-captions.service.ts';
import { VideoMoveService } from './chapters/video-move.service.ts';
import { AccessEndService } from './owners/access-end.service.ts';

/** Events of upload about videos, and of auth about their owners. */
@Injectable()
export class ChapteringListeners implements MessageConsumer {
  readonly handlers: MessageHandlers = {
    'upload.transcript-ready.v1': (data, { message }) =>
      data.isRequested
        ? this.captions.recognised(data, message.id)
        : this.sets.transcriptReady(data, message.id),
    'upload.captions-unavailable.v1': (data, { message }) => this.sets.captionsUnavailable(data, message.id),
    'upload.video-moved.v1': (data) => this.moves.followMove(data),
    'upload.video-deleted.v1': (data, { message }) => this.sets.deleteVideo(data, message.id),
    'auth.access-ended.v1': ({ userId }) => this.access.cancelAllOf(userId),
    'auth.account-deleted.v1': ({ userId }) => this.owners.delete(userId),
  };

  readonly givenUp: GivenUpHandlers = {
    'upload.transcript-ready.v1': (data, { id }) => this.sets.captionsGivenUp(data, id),
    'upload.captions-unavailable.v1': (data, { id }) => this.sets.captionsGivenUp(data, id),
  };

  constructor(
    private readonly sets: ChapterSetService,
    private readonly captions: ReplaceCaptionsService,
    private readonly moves: VideoMoveService,
    private readonly access: AccessEndService,
    private readonly owners: OwnerDeletion,
  ) {}
}
