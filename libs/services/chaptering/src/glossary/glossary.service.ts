import { Inject, Injectable } from '@nestjs/common';
import {
  glossaryLimits,
  glossaryProblems,
  glossarySizeProblem,
  type GlossaryOffer,
  type MessageData,
  type TranscriptChange,
  wordingOf,
} from '@vault/contracts';
import type { chapteringRpc } from '@vault/contracts/rpc';
import { AppError, CLOCK, inWorkerIfLarge, type Clock } from '@vault/base';
import type { CommandResult } from '@vault/messaging';
import { workerTask } from '@vault/worker-pool';
import {
  correctionsIn,
  countCorrections,
  offersOf,
  withDismissed,
} from '../domain/glossary/glossary-corrections.ts';
import { GlossaryRepository } from './glossary.repository.ts';
import type { GlossaryDocument } from './glossary.schema.ts';
import { OrdinaryWords } from './ordinary-words.ts';
import { sizeOfTerms, sizeOfWords } from './size-of-words.ts';

const comparing = workerTask<typeof correctionsIn>(
  new URL('../domain/glossary/glossary-corrections.js', import.meta.url),
  'correctionsIn',
);
/** Characters of changed lines and terms that are compared within some milliseconds: to align words takes long. */
const directUpTo = 5_000;

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
    if (corrections.length === 0) return [];
    const ordinary = await OrdinaryWords.load();
    return offersOf(corrections, terms, (word) => ordinary.has(word));
  }

  /** The forms that are one word of the dictionary. @throws {AppError} `invalid-input` */
  async ordinaryForms(forms: readonly string[]): Promise<chapteringRpc.OrdinaryForms> {
    if (forms.length > glossaryLimits.terms * glossaryLimits.wrongForms)
      throw new AppError('invalid-input', 'Too many wrong forms were sent at once.');
    const ordinary = await OrdinaryWords.load();
    return {
      forms: forms.filter((form) => {
        const [word, ...more] = wordingOf(form).words;
        return word !== undefined && more.length === 0 && ordinary.has(word.folded);
      }),
    };
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
        const corrections = withDismissed(glossary.corrections, dismissed, this.clock.now());
        return { set: { terms, corrections, contentVersion: version + 1 } };
      },
      messageId,
    );
    return { version: saved.contentVersion };
  }

  /** Counts the corrections of an edit; once, when the message comes again. */
  async count(ownerId: string, changes: readonly TranscriptChange[], messageId: string): Promise<void> {
    const { terms } = await this.glossaries.get(ownerId);
    const words = changes.reduce((sum, { before, after }) => sum + sizeOfWords([...before, ...after]), 0);
    const size = words + sizeOfTerms(terms);
    const newCorrections = await inWorkerIfLarge(
      { task: comparing, work: correctionsIn, input: { changes, terms }, size, directUpTo },
      { owner: ownerId },
    );
    if (newCorrections.length === 0) return;
    const now = this.clock.now();
    await this.glossaries.change(
      ownerId,
      ({ corrections, terms: present }) => {
        const counted = countCorrections(corrections, newCorrections, { terms: present, now });
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
