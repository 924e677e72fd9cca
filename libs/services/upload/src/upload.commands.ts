import { Injectable } from '@nestjs/common';
import type { MessageConsumer, MessageHandlers } from '@vault/messaging';
import { MoveService } from './videos/move.service.ts';
import { RecognitionService } from './videos/recognition.service.ts';
import { TrackSelectionService } from './videos/track-selection.service.ts';
import { VideoDeletionService } from './videos/video-deletion.service.ts';
import { VideoService } from './videos/video.service.ts';

/** Handles the commands of this service. */
@Injectable()
export class UploadCommands implements MessageConsumer {
  readonly handlers: MessageHandlers = {
    'upload.save-details.v1': async (data, { message }) => {
      const { version } = await this.videos.saveDetails(data, message.id);
      return { version };
    },
    'upload.delete-video.v1': (data, { message }) => this.deletion.delete(data, message.id),
    'upload.move-video.v1': (data, { message }) => this.moves.move(data, message.id),
    'upload.retry-step.v1': (data, { message }) => this.videos.retry(data, message),
    'upload.recognise-captions.v1': (data, { message }) => this.recognition.recognise(data, message.id),
    'upload.select-tracks.v1': (data, { message }) => this.selection.select(data, message.id),
  };

  constructor(
    private readonly videos: VideoService,
    private readonly deletion: VideoDeletionService,
    private readonly selection: TrackSelectionService,
    private readonly recognition: RecognitionService,
    private readonly moves: MoveService,
  ) {}
}
