import { detectLanguage } from '@vault/chapter-engine';
import { isUnclear } from '@vault/webvtt';
import { glossaryProposals, type GlossaryProposal } from '../domain/glossary-proposals.ts';
import type { GlossaryTerm } from '../domain/glossary-term.ts';
import { spokenLines } from '../domain/timed-lines.ts';
import { linesOf } from '../transcripts/stored-captions.ts';
import type { StoredWords } from './find-places.ts';
import { OrdinaryWords } from './ordinary-words.ts';

export async function findProposals({
  words: { captions, mends },
  terms,
}: {
  readonly words: StoredWords;
  readonly terms: readonly GlossaryTerm[];
}): Promise<GlossaryProposal[]> {
  const lines = spokenLines(linesOf(captions), mends).filter((line) => !isUnclear(line));
  const language = detectLanguage(lines.map(({ text }) => text));
  const dictionary = await OrdinaryWords.load();
  const isOrdinary = (word: string) => dictionary.has(word);
  return glossaryProposals(lines, terms, { language, ...(language === 'en' && { isOrdinary }) });
}
