import { answerFrom, chapterise, quoteChapters } from '@vault/chapter-engine';
import type {
  AnswerAsked,
  ChaptersAsked,
  QuotesAsked,
  SummaryAsked,
  TextWriter,
  Written,
  WrittenChapters,
} from './text-writer.ts';

/** Writes with words that were said: no key, no network, the same answer every time. */
export class ExtractiveTextWriter implements TextWriter {
  writeChapters({
    cues,
    durationSeconds,
    quoteCount,
    signal,
  }: ChaptersAsked): Promise<Written<WrittenChapters>> {
    return unlessStopped(signal, () => {
      const result = chapterise(cues, { duration: durationSeconds, quoteCount });
      return { result, answer: JSON.stringify(result) };
    });
  }

  writeQuotes({ cues, prompt, quoteCount, avoid, signal }: QuotesAsked): Promise<Written<readonly string[]>> {
    return unlessStopped(signal, () => {
      const [quotes = []] =
        cues.length > 0 ? quoteChapters(cues, [0], { count: quoteCount, focus: prompt.user, avoid }) : [];
      const result = quotes.map(({ text }) => text);
      return { result, answer: JSON.stringify(result) };
    });
  }

  writeAnswer({ cues, prompt, signal }: AnswerAsked): Promise<Written<string>> {
    return unlessStopped(signal, () => {
      const result = answerFrom(cues, prompt.user);
      return { result, answer: result };
    });
  }

  writeSummary({ cues, durationSeconds, signal }: SummaryAsked): Promise<Written<string>> {
    return unlessStopped(signal, () => {
      const { summary: result } = chapterise(cues, { duration: durationSeconds });
      return { result, answer: result };
    });
  }
}

/** It takes milliseconds and cannot be stopped in the middle. */
function unlessStopped<Result>(signal: AbortSignal | undefined, write: () => Result): Promise<Result> {
  return new Promise((resolve) => {
    signal?.throwIfAborted();
    resolve(write());
  });
}
