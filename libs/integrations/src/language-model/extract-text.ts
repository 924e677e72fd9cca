import { answerFrom, chapterise, quoteChapters } from '@vault/chapter-engine';
import type {
  AnswerRequest,
  ChaptersRequest,
  Generated,
  GeneratedChapters,
  QuotesRequest,
  SummaryRequest,
} from './text-writer.ts';

/** The plain data of a request, which a thread can take. */
export type Plain<Request> = Omit<Request, 'signal' | 'admit' | 'owner'>;

export function extractChapters({
  cues,
  durationSeconds,
  quoteCount,
  language,
}: Plain<ChaptersRequest>): Generated<GeneratedChapters> {
  const written = chapterise(cues, { duration: durationSeconds, quoteCount, language });
  return { result: { ...written, isByModel: false }, answer: JSON.stringify(written) };
}

export function extractQuotes({
  cues,
  prompt,
  quoteCount,
  avoid,
}: Plain<QuotesRequest>): Generated<readonly string[]> {
  const [quotes = []] =
    cues.length > 0 ? quoteChapters(cues, [0], { count: quoteCount, focus: prompt.user, avoid }) : [];
  const result = quotes.map(({ text }) => text);
  return { result, answer: JSON.stringify(result) };
}

export function extractAnswer({ cues, prompt }: Plain<AnswerRequest>): Generated<string> {
  const result = answerFrom(cues, prompt.user);
  return { result, answer: result };
}

export function extractSummary({ cues, durationSeconds }: Plain<SummaryRequest>): Generated<string> {
  const { summary: result } = chapterise(cues, { duration: durationSeconds });
  return { result, answer: result };
}
