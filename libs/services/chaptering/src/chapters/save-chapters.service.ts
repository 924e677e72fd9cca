import { Inject, Injectable } from '@nestjs/common';
import { saveProblem, type MessageData } from '@vault/contracts';
import { AppError, CLOCK, type Clock } from '@vault/base';
import type { CommandResult } from '@vault/messaging';
import { applyPersonEdits, type ContentEdit, type FindSaid } from '../domain/chapters/apply-person-edits.ts';
import { foldCues, type FoldedText } from '../domain/chapters/folded-words.ts';
import { checkPersonsList } from '../domain/chapters/person-rules.ts';
import { findSaid } from '../domain/chapters/verify-quote.ts';
import { CueReader } from '../transcripts/cue-reader.ts';
import { toContentChange } from './chapter-content.ts';
import { ChapterSetRepository } from '../chapter-sets/chapter-set.repository.ts';
import type { ChapterSetDocument } from '../chapter-sets/chapter-set.schema.ts';
import { noChaptersYet } from './no-chapters-yet.ts';

/** Saves edits of chapters. */
@Injectable()
export class SaveChaptersService {
  constructor(
    private readonly sets: ChapterSetRepository,
    private readonly cues: CueReader,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /**
   * @returns the version with these edits
   * @throws {AppError} `conflict` when the edits were made from a stale version, `too-large`, `invalid-input`
   */
  async save(data: MessageData<'chaptering.save-chapters.v1'>, messageId: string): Promise<CommandResult> {
    const problem = saveProblem(data);
    if (problem !== '') throw new AppError('too-large', problem);
    const before = await this.sets.find(data);
    if (!before || before.chapters.length === 0) throw noChaptersYet();
    const findSaidIn = await this.findSaidFor(data, before);
    const decide = (set: ChapterSetDocument) => {
      if (data.chapters) checkPersonsList(data.chapters, set.durationSeconds);
      const content = applyPersonEdits(set, data, { now: this.clock.now(), findSaid: findSaidIn });
      // A save without changes is no conflict, even after other edits.
      if (content && data.version !== undefined && data.version !== set.contentVersion) throw staleVersion();
      return content ? toContentChange(set, content) : {};
    };
    const saved = await this.sets.change(data, decide, messageId);
    if (!saved) throw noChaptersYet();
    return { version: saved.contentVersion };
  }

  /** Reads the transcript only when there are quotes without a time. */
  private async findSaidFor(edit: ContentEdit, set: ChapterSetDocument): Promise<FindSaid> {
    const hasNewQuotes = edit.chapters?.some(({ quotes }) => quotes.some(({ at }) => at === undefined));
    const cues = hasNewQuotes ? await this.cues.readPresent(set) : [];
    const between = (from: number, to: number) => cues.filter(({ start }) => start >= from && start < to);
    const chapters = new Map<string, FoldedText>();
    return (text, from, to) => {
      const times = `${String(from)} ${String(to)}`;
      const said = chapters.get(times) ?? foldCues(between(from, to));
      chapters.set(times, said);
      return findSaid(text, said);
    };
  }
}

function staleVersion(): AppError {
  return new AppError(
    'conflict',
    'Someone else has changed these chapters. Please compare both versions and save the one you want.',
  );
}
