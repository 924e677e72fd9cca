import { answerFrom, chapterise, quoteChapters } from '@vault/chapter-engine';
import type {
  AnswerRequest,
  ChaptersRequest,
  QuotesRequest,
  SummaryRequest,
  TextWriter,
  Generated,
  GeneratedChapters,
} from './text-writer.ts';

/** Extracts text from the transcript: no key, no network, deterministic. */
export class ExtractiveTextWriter implements TextWriter {
  writeChapters({
    cues,
    durationSeconds,
    quoteCount,
    language,
    signal,
  }: ChaptersRequest): Promise<Generated<GeneratedChapters>> {
    return unlessAborted(signal, () => {
      const written = chapterise(cues, { duration: durationSeconds, quoteCount, language });
      const result = { ...written, isByModel: false };
      return { result, answer: JSON.stringify(written) };
    });
  }

  writeQuotes({
    cues,
    prompt,
    quoteCount,
    avoid,
    signal,
  }: QuotesRequest): Promise<Generated<readonly string[]>> {
    return unlessAborted(signal, () => {
      const [quotes = []] =
        cues.length > 0 ? quoteChapters(cues, [0], { count: quoteCount, focus: prompt.user, avoid }) : [];
      const result = quotes.map(({ text }) => text);
      return { result, answer: JSON.stringify(result) };
    });
  }

  writeAnswer({ cues, prompt, signal }: AnswerRequest): Promise<Generated<string>> {
    return unlessAborted(signal, () => {
      const result = answerFrom(cues, prompt.user);
      return { result, answer: result };
    });
  }

  writeSummary({ cues, durationSeconds, signal }: SummaryRequest): Promise<Generated<string>> {
    return unlessAborted(signal, () => {
      const { summary: result } = chapterise(cues, { duration: durationSeconds });
      return { result, answer: result };
    });
  }
}

/** The work takes milliseconds and cannot be interrupted. */
function unlessAborted<Result>(signal: AbortSignal | undefined, write: () => Result): Promise<Result> {
  return new Promise((resolve) => {
    signal?.throwIfAborted();
    resolve(write());
  });
}
