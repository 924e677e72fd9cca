/** @jest-environment node */
import { chapterSpans } from '../../../lib/video/chapter-spans.ts';
import { transcriptText } from './transcript-text.ts';

const spans = chapterSpans(
  [
    { start: '00:00:00', title: 'Welcome', summary: '', search: '', quote: [] },
    { start: '00:05:00', title: 'Nothing said', summary: '', search: '', quote: [] },
    { start: '01:00:00', title: 'Questions', summary: '', search: '', quote: [] },
  ],
  4000,
);
const cue = (start: number, text: string, speaker?: string) => ({
  start,
  end: start + 2,
  text,
  ...(speaker === undefined ? {} : { speaker }),
});

test('the text of each chapter is split into paragraphs', () => {
  const cues = [
    cue(0, 'Welcome\neverybody,'),
    cue(2, 'and good morning.'),
    cue(4, 'We begin.'),
    cue(9, 'After a pause.'),
    cue(3600, 'The first'),
    cue(3610, 'question is late.'),
  ];
  expect(transcriptText('Retention', spans, cues)).toBe(
    [
      'Retention',
      '0:00 Welcome\n------------',
      'Welcome everybody, and good morning. We begin.',
      'After a pause.',
      '5:00 Nothing said\n-----------------',
      '1:00:00 Questions\n-----------------',
      'The first question is late.\n',
    ].join('\n\n'),
  );
});

test('a paragraph has one speaker, and a long one ends at the end of a sentence', () => {
  const sentence = `${'word '.repeat(40)}end.`;
  const cues = [
    cue(0, 'Hello.', 'Ann'),
    cue(2, 'Hi.', 'Bob'),
    ...[4, 6, 8, 10].map((at) => cue(at, sentence)),
  ];
  expect(transcriptText('', spans.slice(0, 1), cues).split('\n\n')).toEqual([
    '0:00 Welcome\n------------',
    'Ann: Hello.',
    'Bob: Hi.',
    `${sentence} ${sentence} ${sentence}`,
    `${sentence}\n`,
  ]);
});

test('contains every word once, also those before the first chapter', () => {
  const cues = Array.from({ length: 500 }, (_none, at) => cue(at * 8, `w${String(at)}.`));
  const text = transcriptText('', spans.slice(1), cues);
  expect(text.match(/\bw\d+(?=\.)/g)).toEqual(cues.map(({ text: words }) => words.slice(0, -1)));
  expect(text.startsWith('w0.')).toBe(true);
});
