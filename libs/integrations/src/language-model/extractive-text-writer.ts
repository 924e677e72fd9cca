import { chapterise, quoteChapters, summariseVideo } from '@vault/chapter-engine';
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
  writeChapters({ cues, durationSeconds, quoteCount }: ChaptersAsked): Promise<Written<WrittenChapters>> {
    const result = chapterise(cues, { duration: durationSeconds, quoteCount });
    return Promise.resolve({ result, answer: JSON.stringify(result) });
  }

  writeQuotes({ cues, quoteCount }: QuotesAsked): Promise<Written<readonly string[]>> {
    const [quotes = []] = quoteChapters(cues, [0], { count: quoteCount });
    const result = quotes.map(({ text }) => text);
    return Promise.resolve({ result, answer: JSON.stringify(result) });
  }

  writeAnswer({ cues }: AnswerAsked): Promise<Written<string>> {
    const result = summariseVideo(cues, [0]);
    return Promise.resolve({ result, answer: result });
  }

  writeSummary({ cues }: SummaryAsked): Promise<Written<string>> {
    const { summary: result } = chapterise(cues);
    return Promise.resolve({ result, answer: result });
  }
}
