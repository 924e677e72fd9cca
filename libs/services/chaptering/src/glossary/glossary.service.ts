import { Inject, Injectable } from '@nestjs/common';
import {
  glossaryProblems,
  glossarySizeProblem,
  type GlossaryOffer,
  type MessageData,
  type TranscriptChange,
} from '@vault/contracts';
import { AppError, CLOCK, type Clock } from '@vault/base';
import type { CommandResult } from '@vault/messaging';
import { correctionsIn, countCorrections, offersOf, withDismissed } from '../domain/glossary-corrections.ts';
import { GlossaryRepository } from './glossary.repository.ts';
import type { GlossaryDocument } from './glossary.schema.ts';
import { OrdinaryWords } from './ordinary-words.ts';

/** Saves terms, and counts what people correct. */
@Injectable()
export class GlossaryService {
  constructor(
    private readonly glossaries: GlossaryRepository,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  get(ownerId: string): Promise<GlossaryDocument> {
    return this.glossaries.get(ownerId);
  }

  /** The corrections that may become terms; the dictionary is read only where there are some. */
  async offersOf({ corrections, terms }: GlossaryDocument): Promise<GlossaryOffer[]> {
    const offers = offersOf(corrections, terms);
    if (offers.length === 0) return offers;
    const words = await OrdinaryWords.load();
    return offers.filter(({ from }) => !words.has(from));
  }

  /**
   * Replaces the terms.
   * @returns the new version
   * @throws {AppError} `conflict` when they have changed since `version`, `invalid-input`, `too-large`
   */
  async save(data: MessageData<'chaptering.save-glossary.v1'>, messageId: string): Promise<CommandResult> {
    const { ownerId, terms, version, dismissed = [] } = data;
    const size = glossarySizeProblem(data);
    if (size !== '') throw new AppError('too-large', size);
    const [first] = glossaryProblems(terms);
    if (first) throw new AppError('invalid-input', first.problem);
    const saved = await this.glossaries.change(
      ownerId,
      (glossary) => {
        if (glossary.contentVersion !== version) throw new AppError('conflict', changedMeanwhile);
        const corrections = withDismissed(glossary.corrections, dismissed);
        return { set: { terms, corrections, contentVersion: version + 1 } };
      },
      messageId,
    );
    return { version: saved.contentVersion };
  }

  /** Counts the corrections of an edit; once, when the message comes again. */
  async count(ownerId: string, changes: readonly TranscriptChange[], messageId: string): Promise<void> {
    const newCorrections = correctionsIn(changes);
    if (newCorrections.length === 0) return;
    const now = this.clock.now();
    await this.glossaries.change(
      ownerId,
      ({ corrections, terms }) => {
        const counted = countCorrections(corrections, newCorrections, { terms, now });
        const isChanged = counted.some((each, index) => each !== corrections[index]);
        return isChanged || counted.length !== corrections.length
          ? { set: { corrections: counted } }
          : undefined;
      },
      messageId,
    );
  }
}

const changedMeanwhile = 'The glossary has changed meanwhile. Nothing was saved: please read it again.';
