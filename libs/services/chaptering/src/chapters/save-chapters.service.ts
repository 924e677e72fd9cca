import { Inject, Injectable } from '@nestjs/common';
import { searchTextLimit, type MessageData } from '@vault/contracts';
import type { chapteringRpc } from '@vault/contracts/rpc';
import { AppError, CLOCK, DeletedOwnerRepository, type Clock } from '@vault/platform';
import { applyPersonEdits, type ContentDraft, type StartOf } from '../domain/apply-person-edits.ts';
import { checkPersonsList } from '../domain/person-rules.ts';
import { typedText } from '../domain/plain-line.ts';
import { playbackStartOf } from '../domain/verify-quote.ts';
import { DraftRepository } from '../drafts/draft.repository.ts';
import { CueReader } from '../transcripts/cue-reader.ts';
import { toContentChange } from './chapter-content.ts';
import { ChapterSetRepository } from './chapter-set.repository.ts';
import type { ChapterSetDocument } from './chapter-set.schema.ts';
import { noChaptersYet } from './no-chapters-yet.ts';

/** In characters: more than anybody edits, and far below the limit of one stored document. */
const maxTextLength = 2_000_000;

/** Saves edits of chapters: the gateway first stages a draft, then sends a command that names it. */
@Injectable()
export class SaveChaptersService {
  constructor(
    private readonly drafts: DraftRepository,
    private readonly sets: ChapterSetRepository,
    private readonly cues: CueReader,
    private readonly deletedOwners: DeletedOwnerRepository,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  async stage({ ownerId, videoId, draftId, ...words }: chapteringRpc.StageChaptersRequest): Promise<void> {
    if (!ownerId || !videoId || !draftId) throw new AppError('invalid-input', 'Say what is to be saved.');
    const draft = toDraft(words);
    if (JSON.stringify(draft).length > maxTextLength)
      throw new AppError(
        'too-large',
        'These chapters hold more text than can be saved. Please shorten some.',
      );
    await this.drafts.put({ ownerId, videoId, draftId }, draft);
    if (!(await this.deletedOwners.has(ownerId))) return;
    // The request came late: no draft may stay after its account was deleted.
    await this.drafts.remove({ ownerId, videoId, draftId });
    throw AppError.notFound('The account');
  }

  /** @throws {AppError} `conflict` when the edits were made from a stale revision, `gone` when the draft has expired */
  async save(data: MessageData<'chaptering.save-chapters.v1'>, messageId: string): Promise<void> {
    const before = await this.sets.find(data);
    if (!before || before.chapters.length === 0) throw noChaptersYet();
    // Already saved; the draft is removed by now.
    if (before.handled.includes(messageId)) return;
    const draft = await this.drafts.find(data);
    if (!draft)
      throw new AppError('gone', 'What was to be saved has waited too long. Please save it once more.');
    const startOf = await this.startFinderFor(draft, before);
    const decide = (set: ChapterSetDocument) => {
      if (draft.chapters) checkPersonsList(draft.chapters, set.durationSeconds);
      const content = applyPersonEdits(set, draft, { now: this.clock.now(), startOf });
      // Saving what is already stored is no conflict, whatever was edited meanwhile.
      if (content && data.revision !== undefined && data.revision !== set.revision) throw staleRevision();
      return content ? toContentChange(set, content) : {};
    };
    await this.sets.change(data, decide, messageId);
    await this.drafts.remove(data);
  }

  /** Reads the transcript only when the draft has quotes without a time. */
  private async startFinderFor(draft: ContentDraft, set: ChapterSetDocument): Promise<StartOf> {
    const hasNewQuotes = draft.chapters?.some(({ quotes }) => quotes.some(({ at }) => at === undefined));
    const cues = hasNewQuotes ? await this.cues.readStored(set) : [];
    const between = (from: number, to: number) => cues.filter(({ start }) => start >= from && start < to);
    return (text, from, to) => playbackStartOf(text, between(from, to));
  }
}

function staleRevision(): AppError {
  return new AppError(
    'conflict',
    'Somebody else changed these chapters meanwhile. Please look at both versions and save the one you want.',
  );
}

function toDraft({
  chapters,
  searchSummary,
}: Pick<chapteringRpc.StageChaptersRequest, 'chapters' | 'searchSummary'>): ContentDraft {
  return {
    ...(chapters.length > 0 ? { chapters: chapters.map(toDraftChapter) } : {}),
    ...(searchSummary === undefined ? {} : { searchSummary: typedText(searchSummary, searchTextLimit) }),
  };
}

function toDraftChapter({ start, title, summary, searchText, quotes, searchQuotes }: chapteringRpc.Chapter) {
  return {
    ...{ start, title, summary, searchText },
    quotes: quotes.map(({ text, at }) => (at === undefined ? { text } : { text, at })),
    ...(searchQuotes === undefined ? {} : { searchQuotes }),
  };
}
