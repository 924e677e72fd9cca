import { Inject, Injectable } from '@nestjs/common';
import { transcriptEditProblem, type MessageData, type VideoIdentity } from '@vault/contracts';
import { AppError, CLOCK, type Clock } from '@vault/base';
import { createEvent, type CommandResult } from '@vault/messaging';
import type { Decision } from '@vault/store';
import { ChapterSetRepository } from '../chapter-sets/chapter-set.repository.ts';
import { captionsIdOf, type ChapterSetDocument } from '../chapter-sets/chapter-set.schema.ts';
import type { Cue } from '../domain/chapter.ts';
import {
  editTranscript,
  renameSpeaker,
  type EditedTranscript,
  type EditLimits,
} from '../domain/edit-transcript.ts';
import { followTranscript } from '../domain/follow-transcript.ts';
import { timedLines } from '../domain/timed-lines.ts';
import { isOverlayTooLarge, mendsBetween, presentLines } from '../domain/transcript-overlay.ts';
import { GlossaryService } from '../glossary/glossary.service.ts';
import { CueReader } from '../transcripts/cue-reader.ts';
import { nextContentVersion, nextState } from './chapter-content.ts';

type EditTranscript = MessageData<'chaptering.edit-transcript.v1'>;

type ToEdited = (present: readonly Cue[], limits: EditLimits) => EditedTranscript;

/** Changes words of transcripts, and says who has checked them. */
@Injectable()
export class EditTranscriptService {
  constructor(
    private readonly sets: ChapterSetRepository,
    private readonly cues: CueReader,
    private readonly glossary: GlossaryService,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /**
   * Stores the words, and the texts that repeat them, in one change.
   * @returns the version with them
   * @throws {AppError} `conflict` when the lines of a change are no longer there, `too-large`, `invalid-input`
   */
  async edit(data: EditTranscript, messageId: string): Promise<CommandResult> {
    const problem = transcriptEditProblem(data);
    if (problem !== '') throw new AppError('too-large', problem);
    const result = await this.change(data, messageId, (present, limits) =>
      editTranscript(present, data.changes, limits),
    );
    // After the change: a message that comes again after a crash is counted, though its words are changed already.
    await this.glossary.count(data.ownerId, data.changes, messageId);
    return result;
  }

  /**
   * Gives all lines of one speaker to another, also in the quotes; nothing changes without such lines.
   * @returns the version with the name
   * @throws {AppError} as {@link edit}
   */
  renameSpeaker(
    data: MessageData<'chaptering.rename-speaker.v1'>,
    messageId: string,
  ): Promise<CommandResult> {
    return this.change(data, messageId, (present, limits) => renameSpeaker(present, data, limits));
  }

  /** @returns the version with the review, or without it */
  async review(
    { isReviewed, by, ...video }: MessageData<'chaptering.review-transcript.v1'>,
    messageId: string,
  ): Promise<CommandResult> {
    const at = this.clock.now();
    const decide = (set: ChapterSetDocument): Decision<ChapterSetDocument> => {
      if (captionsIdOf(set) === undefined) throw noWordsYet();
      if (!isReviewed && !set.transcriptReview) return {};
      return {
        set: { contentVersion: nextContentVersion(set), ...(isReviewed && { transcriptReview: { at, by } }) },
        unset: isReviewed ? [] : ['transcriptReview'],
        events: [createEvent('chaptering.chapters-changed.v1', set._id, nextState(set))],
      };
    };
    const reviewed = await this.sets.change(video, decide, messageId);
    if (!reviewed) throw noWordsYet();
    return { version: reviewed.contentVersion };
  }

  private async change(video: VideoIdentity, messageId: string, toEdited: ToEdited): Promise<CommandResult> {
    const read = await this.sets.find(video);
    const recognised = read ? await this.cues.readStored(read) : [];
    if (!read || recognised.length === 0) throw noWordsYet();
    const decide = (set: ChapterSetDocument) => {
      if (captionsIdOf(set) !== captionsIdOf(read)) throw noWordsYet();
      return toMended(set, recognised, toEdited);
    };
    const edited = await this.sets.change(video, decide, messageId);
    if (!edited) throw noWordsYet();
    return { version: edited.contentVersion };
  }
}

function toMended(
  set: ChapterSetDocument,
  recognised: readonly Cue[],
  toEdited: ToEdited,
): Decision<ChapterSetDocument> {
  const present = presentLines(recognised, set.mends ?? []);
  const edit = toEdited(present, { recognised, durationSeconds: set.durationSeconds });
  if (edit.spans.length === 0) return {};
  const mends = mendsBetween(recognised, edit.lines);
  if (isOverlayTooLarge(mends))
    throw new AppError('too-large', 'The corrections of this transcript are larger than can be saved.');
  const lines = timedLines(edit.lines, recognised);
  const { chapters, summary } = followTranscript(set, timedLines(present, recognised), { ...edit, lines });
  const isSummaryChanged = summary !== set.summary;
  return {
    set: {
      ...{ mends, chapters: [...chapters], summary },
      transcriptVersion: (set.transcriptVersion ?? 0) + 1,
      contentVersion: nextContentVersion(set),
      ...(isSummaryChanged && { isSummaryFollowed: true }),
    },
    events: [
      createEvent('chaptering.chapters-changed.v1', set._id, nextState(set)),
      // For the description that repeats the summary.
      ...(isSummaryChanged ? [createEvent('chaptering.summary-generated.v1', set._id, nextState(set))] : []),
    ],
  };
}

/** Also for a video of another owner, and while captions are replaced. */
function noWordsYet(): AppError {
  return new AppError(
    'conflict',
    'This video has no transcript yet. Please wait until it has been processed.',
  );
}
