import type { ModelRequest } from './model-request.ts';

/** Number of lines of each chapter. */
const linesPerChapter = 20;
const quotesPerChapter = 4;

/** A valid answer in the requested form, with line numbers and text of the transcript of the request. */
export function writeFromNumberedLines(request: ModelRequest): object {
  const lines = readLines(request);
  const transcript = lines.map(({ words }) => words).join(' ');
  const sentences = transcript.match(/[^.?!]+[.?!]/gu)?.map((each) => each.trim()) ?? [transcript];
  switch (request.response_format?.json_schema?.name ?? 'answer') {
    case 'chapters':
      return { chapters: chaptersOf(lines), summary: `A model read: ${sentences[0] ?? ''}` };
    case 'quotes':
      return { quotes: sentences.filter((each) => each.split(' ').length > 5).slice(0, 5) };
    case 'summary':
      return { summary: `A model read: ${sentences[0] ?? ''}` };
    default:
      return { answer: `A model answers: ${sentences[0] ?? ''}` };
  }
}

interface NumberedLine {
  readonly number: number;
  readonly words: string;
}

/** The lines of the data message: `[12] words`, or `[12] Ann: words`. */
function readLines({ messages }: ModelRequest): NumberedLine[] {
  const data = messages.find(({ role }) => role === 'user')?.content ?? '';
  return [...data.matchAll(/^\[(\d+)\] (.*)$/gmu)].map(([, number, words]) => ({
    number: Number(number),
    words: words ?? '',
  }));
}

function chaptersOf(lines: readonly NumberedLine[]): object[] {
  return lines
    .filter((_, index) => index % linesPerChapter === 0)
    .map(({ number }, index) => {
      const own = lines.slice(index * linesPerChapter, (index + 1) * linesPerChapter);
      return {
        line: number,
        title: `From line ${String(number)}`,
        summary: own[0]?.words ?? '',
        quotes: own.slice(0, quotesPerChapter).map(({ words }) => words),
      };
    });
}
