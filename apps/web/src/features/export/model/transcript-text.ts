import { typedLine } from '@vault/contracts';
import type { Cue } from '@vault/webvtt';
import { spanAt } from '../../../lib/video/chapter-spans.ts';
import type { ChapterSpan } from '../../../lib/video/chapter-spans.ts';
import { underlined } from './chapter-documents.ts';
import { chapterLine, wordsOf } from './chapter-line.ts';

/** A pause of this many seconds after a sentence starts a new paragraph. */
const pauseSeconds = 2;
/** A paragraph with more characters ends at the end of the sentence. */
const longParagraph = 600;

interface Paragraph {
  readonly speaker: string;
  text: string;
  end: number;
}

function isNew(paragraph: Paragraph | undefined, cue: Cue): boolean {
  if (!paragraph || paragraph.speaker !== (cue.speaker ?? '')) return true;
  const isSentenceEnd = /[.!?…。！？]["'”’»)]*$/.test(paragraph.text);
  if (!isSentenceEnd) return false;
  return cue.start - paragraph.end >= pauseSeconds || paragraph.text.length > longParagraph;
}

function paragraphs(cues: readonly Cue[]): string[] {
  const found: Paragraph[] = [];
  for (const cue of cues) {
    const words = typedLine(cue.text);
    const last = found.at(-1);
    if (last && !isNew(last, cue)) {
      last.text += ` ${words}`;
      last.end = cue.end;
    } else {
      found.push({ speaker: cue.speaker ?? '', text: words, end: cue.end });
    }
  }
  return found.map(({ speaker, text }) => (speaker === '' ? text : `${speaker}: ${text}`));
}

/** The transcript as plain text: the title, then each chapter with its time, underlined, and its paragraphs. */
export function transcriptText(title: string, spans: readonly ChapterSpan[], cues: readonly Cue[]): string {
  const byChapter = Map.groupBy(cues, (cue) => spanAt(spans, cue.start));
  const parts = [
    typedLine(title),
    // Text before the first chapter.
    ...paragraphs(byChapter.get(-1) ?? []),
    ...spans.flatMap((span, index) => [
      underlined(chapterLine(span.from, wordsOf(span.title)).trim()),
      ...paragraphs(byChapter.get(index) ?? []),
    ]),
  ];
  return `${parts.filter((part) => part !== '').join('\n\n')}\n`;
}
