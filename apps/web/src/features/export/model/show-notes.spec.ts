/** @jest-environment node */
import { chapterSpans } from '../../../lib/video/chapter-spans.ts';
import { showNotes } from './show-notes.ts';

const spans = chapterSpans(
  [
    { start: '00:00:00', title: '# Welcome', summary: 'Who is here.', search: '', quote: [] },
    {
      start: '01:05:00',
      title: 'Three numbers',
      summary: '',
      search: '',
      quote: [{ quote: '1. Three *numbers* moved.', timecode: '01:05:58' }, '> And one did not.'],
    },
  ],
  7200,
);

test('contains title, summary, chapters with times, and quotes with times', () => {
  expect(showNotes({ title: 'Retention [live]', summary: 'One.\n\nTwo.', description: 'Mine' }, spans)).toBe(
    [
      '# Retention \\[live\\]',
      'One.',
      'Two.',
      '## 0:00 # Welcome',
      'Who is here.',
      '## 1:05:00 Three numbers',
      '> 1\\. Three \\*numbers\\* moved.\n>\n> — 1:05:58',
      '> \\> And one did not.\n',
    ].join('\n\n'),
  );
});

test('says who said a quote', () => {
  const quote = [{ quote: 'It moved.', timecode: '00:00:58', speaker: 'Ann *L*' }];
  const [span] = chapterSpans([{ start: '00:00:00', title: 'One', summary: '', search: '', quote }], 60);
  expect(showNotes({ title: '', summary: '', description: '' }, [span!])).toBe(
    '## 0:00 One\n\n> It moved.\n>\n> — Ann \\*L\\*, 0:58\n',
  );
});

test('uses the description when there is no summary', () => {
  expect(showNotes({ title: '', summary: '', description: 'Mine' }, spans.slice(0, 1))).toBe(
    'Mine\n\n## 0:00 # Welcome\n\nWho is here.\n',
  );
});
