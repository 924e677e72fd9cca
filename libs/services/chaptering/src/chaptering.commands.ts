import { Injectable } from '@nestjs/common';
import type { MessageConsumer, MessageHandlers } from '@vault/messaging';
import { EditTranscriptService } from './chapters/edit-transcript.service.ts';
import { ReplaceCaptionsService } from './chapters/replace-captions.service.ts';
import { SaveChaptersService } from './chapters/save-chapters.service.ts';
import { GenerationService } from './generation/generation.service.ts';
import { LibraryJobService } from './library-jobs/library-job.service.ts';
import { GlossaryService } from './glossary/glossary.service.ts';

/** Commands of the gateway: `videoId` is the video's own id; any other id is one of a video without chapters. */
@Injectable()
export class ChapteringCommands implements MessageConsumer {
  readonly handlers: MessageHandlers = {
    'chaptering.regenerate-chapters.v1': (data, { message }) =>
      this.generation.request(data, { kind: 'chapters', prompt: '' }, message.id),
    'chaptering.generate-summary.v1': (data, { message }) =>
      this.generation.request(data, { kind: 'summary', prompt: '' }, message.id),
    'chaptering.update-quotes.v1': ({ prompt, videoId, ownerId, ...chapter }, { message }) =>
      this.generation.request({ videoId, ownerId }, { kind: 'quotes', chapter, prompt }, message.id),
    'chaptering.update-search.v1': ({ prompt, videoId, ownerId, ...chapter }, { message }) =>
      this.generation.request({ videoId, ownerId }, { kind: 'search', chapter, prompt }, message.id),
    'chaptering.save-chapters.v1': (data, { message }) => this.saving.save(data, message.id),
    'chaptering.edit-transcript.v1': (data, { message }) => this.transcripts.edit(data, message.id),
    'chaptering.rename-speaker.v1': (data, { message }) => this.transcripts.renameSpeaker(data, message.id),
    'chaptering.review-transcript.v1': (data, { message }) => this.transcripts.review(data, message.id),
    'chaptering.replace-captions.v1': (data, { message }) => this.captions.replace(data, message.id),
    'chaptering.restore-captions.v1': (data, { message }) => this.captions.restore(data, message.id),
    'chaptering.save-glossary.v1': (data, { message }) => this.glossary.save(data, message.id),
    'chaptering.correct-library.v1': (data, { message }) => this.jobs.correct(data, message.id),
    'chaptering.rename-everywhere.v1': (data, { message }) => this.jobs.rename(data, message.id),
    'chaptering.undo-library-job.v1': (data, { message }) => this.jobs.undo(data, message.id),
  };

  constructor(
    private readonly generation: GenerationService,
    private readonly saving: SaveChaptersService,
    private readonly transcripts: EditTranscriptService,
    private readonly captions: ReplaceCaptionsService,
    private readonly glossary: GlossaryService,
    private readonly jobs: LibraryJobService,
  ) {}
}
