import { Inject, Injectable } from '@nestjs/common';
import { transcriptEditProblem, type MessageData, type VideoIdentity } from '@vault/contracts';
import { AppError, CLOCK, inWorkerIfLarge, type Clock } from '@vault/base';
import { createEvent, type CommandResult } from '@vault/messaging';
import type { Decision } from '@vault/store';
import { workerTask } from '@vault/worker-pool';
import { ChapterSetRepository } from '../chapter-sets/chapter-set.repository.ts';
import { captionsIdOf, type ChapterSetDocument } from '../chapter-sets/chapter-set.schema.ts';
import type { Cue } from '../domain/chapters/chapter.ts';
import { mendWords, type MendedWords, type WordsEdit } from '../domain/mending/mend-words.ts';
import { GlossaryService } from '../glossary/glossary.service.ts';
import { sizeOfWords } from '../glossary/size-of-words.ts';
import { CueReader } from '../transcripts/cue-reader.ts';
import { nextContentVersion, changedEventData } from './chapter-content.ts';

type EditTranscript = MessageData<'chaptering.edit-transcript.v1'>;

const mending = workerTask<typeof mendWords>(
  new URL('../domain/mending/mend-words.js', import.meta.url),
  'mendWords',
);
/** Characters of lines, about half an hour of speech, that are edited within some milliseconds. */
const directUpTo = 30_000;
/** Others change the same video at the same time; so often in a row only by mistake. */
const maxTries = 10;

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
    const result = await this.change(data, messageId, { kind: 'lines', changes: data.changes });
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
    const { from, to } = data;
    return this.change(data, messageId, { kind: 'speaker', from, to });
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
        events: [createEvent('chaptering.chapters-changed.v1', set._id, changedEventData(set))],
      };
    };
    const reviewed = await this.sets.change(video, decide, messageId);
    if (!reviewed) throw noWordsYet();
    return { version: reviewed.contentVersion };
  }

  /** Mends the words that were read, and stores them unless they have changed meanwhile: then once more. */
  private async change(video: VideoIdentity, messageId: string, edit: WordsEdit): Promise<CommandResult> {
    for (let tries = 1; tries <= maxTries; tries += 1) {
      const read = await this.sets.find(video);
      const recognised = read ? await this.cues.readStored(read) : [];
      if (!read || recognised.length === 0) throw noWordsYet();
      if (read.handled.includes(messageId)) return { version: read.contentVersion };
      const words = await this.mend(read, recognised, edit);
      let isOther = false as boolean;
      const edited = await this.sets.change(
        video,
        (set) => {
          if (captionsIdOf(set) !== captionsIdOf(read)) throw noWordsYet();
          isOther = set.contentVersion !== read.contentVersion;
          return isOther ? undefined : toMended(set, words);
        },
        messageId,
      );
      if (!edited) throw noWordsYet();
      if (!isOther) return { version: edited.contentVersion };
    }
    throw AppError.unavailable();
  }

  private async mend(
    { ownerId: owner, mends = [], durationSeconds, chapters, summary, names = [] }: ChapterSetDocument,
    recognised: readonly Cue[],
    edit: WordsEdit,
  ): Promise<MendedWords | 'unchanged'> {
    const input = { edit, recognised, mends, durationSeconds, chapters, summary, names };
    const mended = mends.reduce((sum, { lines }) => sum + sizeOfWords(lines), 0);
    const size = sizeOfWords(recognised) + mended;
    const words = await inWorkerIfLarge(
      { task: mending, work: mendWords, input, size, directUpTo },
      { owner },
    );
    if (words !== 'unchanged' && 'code' in words) throw new AppError(words.code, words.message);
    return words;
  }
}

function toMended(set: ChapterSetDocument, words: MendedWords | 'unchanged'): Decision<ChapterSetDocument> {
  if (words === 'unchanged') return {};
  const { mends, chapters, summary, names } = words;
  const isSummaryChanged = summary !== set.summary;
  return {
    set: {
      mends,
      chapters: [...chapters],
      summary,
      ...(set.names && { names }),
      transcriptVersion: (set.transcriptVersion ?? 0) + 1,
      contentVersion: nextContentVersion(set),
      ...(isSummaryChanged && { isSummaryFollowed: true }),
    },
    events: [
      createEvent('chaptering.chapters-changed.v1', set._id, changedEventData(set)),
      // For the description that repeats the summary.
      ...(isSummaryChanged
        ? [createEvent('chaptering.summary-generated.v1', set._id, changedEventData(set))]
        : []),
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
