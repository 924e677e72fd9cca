import { typedLine, type VideoRecord } from '@vault/contracts';
import type { ChapterSpan } from '../../../lib/video/chapter-spans.ts';
import { quoteSpeaker, quoteText, quoteTimeCode } from '../../../lib/video/quote-parts.ts';
import { secondsOf, shortTime } from '../../../lib/format/format-duration.ts';
import { chapterLine, wordsOf } from './chapter-line.ts';
import { escapeMarkdown } from './escape-markdown.ts';

type Quote = ChapterSpan['quote'][number];

function blockQuote(quote: Quote): string {
  const timeCode = quoteTimeCode(quote);
  const words = escapeMarkdown(quoteText(quote));
  const source = [
    escapeMarkdown(quoteSpeaker(quote) ?? ''),
    timeCode === null ? '' : shortTime(secondsOf(timeCode)),
  ].filter((part) => part !== '');
  const lines = source.length === 0 ? words : `${words}\n\n— ${source.join(', ')}`;
  return lines
    .split('\n')
    .map((line) => (line === '' ? '>' : `> ${line}`))
    .join('\n');
}

/**
 * Show notes as Markdown: title, summary, and each chapter with its time, summary and quotes. All texts are escaped.
 */
export function showNotes(
  { title, summary, description }: Pick<VideoRecord, 'title' | 'summary' | 'description'>,
  spans: readonly ChapterSpan[],
): string {
  const heading = escapeMarkdown(typedLine(title));
  const parts = [
    heading === '' ? '' : `# ${heading}`,
    escapeMarkdown(summary || description),
    ...spans.flatMap((span) => [
      `## ${escapeMarkdown(chapterLine(span.from, wordsOf(span.title)))}`,
      escapeMarkdown(span.summary),
      ...span.quote.map(blockQuote),
    ]),
  ];
  return `${parts.filter((part) => part !== '').join('\n\n')}\n`;
}
