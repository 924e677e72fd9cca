import { detectLanguage } from '@vault/chapter-engine';
import { glossaryProposals, type GlossaryProposal } from '../domain/glossary/glossary-proposals.ts';
import type { GlossaryTerm } from '../domain/glossary/glossary-term.ts';
import type { Vocabulary } from '../domain/glossary/pronouncing.ts';
import { spokenLines } from '../domain/transcript/timed-lines.ts';
import { linesOf } from '../transcripts/stored-captions.ts';
import type { StoredWords } from './find-places.ts';
import { OrdinaryWords } from './ordinary-words.ts';
import { SpokenWords } from './spoken-words.ts';

export async function findProposals({
  words: { captions, mends },
  terms,
}: {
  readonly words: StoredWords;
  readonly terms: readonly GlossaryTerm[];
}): Promise<GlossaryProposal[]> {
  const lines = spokenLines(linesOf(captions), mends);
  const language = detectLanguage(lines.map(({ text }) => text));
  return glossaryProposals(lines, terms, await vocabularyOf(language));
}

/** @param language ISO 639-1 */
export async function vocabularyOf(language: string): Promise<Vocabulary> {
  if (language !== 'en') return { language };
  const [ordinary, spoken] = await Promise.all([OrdinaryWords.load(), SpokenWords.load()]);
  return {
    language,
    isOrdinary: (word) => ordinary.has(word),
    soundsOf: (word) => spoken.soundsOf(word),
  };
}
