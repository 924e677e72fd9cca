import { doublingRatio, linearRatio } from '@vault/worker-pool/testing';
import type { Cue } from '../chapters/chapter.ts';
import { editTranscript, renameSpeaker } from './edit-transcript.ts';

const lines: Cue[] = [
  { start: 0, end: 2, text: 'One.', speaker: 'Ada' },
  { start: 2, end: 5, text: 'Two\nand a half.' },
  { start: 4.5, end: 4.55, text: 'Mhm.' },
  { start: 6, end: 9, text: 'Three.' },
];
const [one, two, short, three] = lines as [Cue, Cue, Cue, Cue];

const edit = (before: readonly Cue[], after: readonly Cue[], present: readonly Cue[] = lines) =>
  editTranscript(present, [{ before: [...before], after: [...after] }], {
    recognised: lines,
    durationSeconds: 10,
  });
const refusal = (before: readonly Cue[], after: readonly Cue[]) => {
  try {
    edit(before, after);
  } catch (error) {
    const { code, message } = error as { code: string; message: string };
    return `${code}: ${message}`;
  }
  return 'accepted';
};

describe(editTranscript, () => {
  it('replaces lines, in the order of the transcript, and says which', () => {
    const changes = [
      { before: [three], after: [] },
      {
        before: [one],
        after: [
          { ...one, end: 1, text: ' Uno. ' },
          { start: 1, end: 2, text: 'Dos.' },
        ],
      },
    ];
    expect(editTranscript(lines, changes, { recognised: lines, durationSeconds: 10 })).toEqual({
      lines: [{ ...one, end: 1, text: 'Uno.' }, { start: 1, end: 2, text: 'Dos.' }, two, short],
      spans: [
        { before: [0, 1], after: [0, 2] },
        { before: [3, 4], after: [4, 4] },
      ],
    });
  });

  it('stores milliseconds, and neither empty lines nor an empty speaker', () => {
    const after = [{ start: 6.00049, end: 8.9996, text: 'Three\n\n or four', speaker: ' ' }];
    expect(edit([three], after).lines[3]).toEqual({ start: 6, end: 9, text: 'Three\nor four' });
  });

  it.each([
    ['other words', [{ ...two, text: 'Two.' }]],
    ['another start', [{ ...two, start: 2.1 }]],
    ['another speaker', [{ ...one, speaker: 'Bea' }]],
    ['lines that do not follow each other', [one, short]],
    ['more lines than there are', [three, three]],
  ])('is a conflict with %s', (_name, before) => {
    expect(refusal(before, [])).toMatch(/^conflict: Somebody has changed these lines meanwhile\./);
  });

  it('finds lines whose end differs', () => expect(edit([{ ...one, end: 1 }], []).lines).toHaveLength(3));

  it.each([
    ['an empty text', three, { text: ' \n ' }, 'The text of the line at 00:00:06 is empty.'],
    ['three lines', three, { text: 'a\nb\nc' }, 'The text of the line at 00:00:06 has more than 2 lines.'],
    ['a start before the video', one, { start: -1 }, 'A line cannot start before the video.'],
    [
      'a start before the line above',
      three,
      { start: 4.2 },
      'The start of the line at 00:00:04 is before that of the line above it, at 00:00:04.',
    ],
    [
      'an end before its start',
      three,
      { end: 6 },
      'The end of the line at 00:00:06 must be at least 0.1 seconds after its start.',
    ],
    [
      'an end after the video',
      three,
      { end: 10.1 },
      'The end of the line at 00:00:06 is after that of the video, at 00:00:10.',
    ],
    [
      'an end after the next start',
      one,
      { end: 2.5 },
      'The end of the line at 00:00:00 is after the start of the next line, at 00:00:02.',
    ],
    [
      'a start after the next one',
      one,
      { start: 3, end: 4 },
      'The end of the line at 00:00:03 is after the start of the next line, at 00:00:02.',
    ],
  ])('refuses %s', (_name, line, change, message) => {
    expect(refusal([line], [{ ...line, ...change }])).toBe(`invalid-input: ${message}`);
  });

  it('refuses times without end while the duration is unknown', () => {
    const changes = [{ before: [three], after: [{ ...three, end: 1e308 }] }];
    expect(() => editTranscript(lines, changes, { recognised: lines, durationSeconds: 0 })).toThrow(
      'The end of the line at 00:00:06 is after that of the video, at 100:00:00.',
    );
  });

  it('refuses two changes of one line', () => {
    const changes = [
      { before: [one, two], after: [one] },
      { before: [two], after: [] },
    ];
    expect(() => editTranscript(lines, changes, { recognised: lines, durationSeconds: 10 })).toThrow(
      'Two changes replace the line at 00:00:02.',
    );
  });

  it('refuses lines that change places', () => {
    expect(refusal([one, two], [two, one])).toMatch(
      /^invalid-input: The start of the line at 00:00:00 is before/,
    );
  });

  it('leaves and restores times that only recognised lines have', () => {
    const mended = edit(
      [two, short],
      [
        { ...two, text: 'Too.' },
        { ...short, text: 'Hm.' },
      ],
    ).lines;
    expect(mended.slice(1, 3)).toEqual([
      { ...two, text: 'Too.' },
      { ...short, text: 'Hm.' },
    ]);
    const united = edit([two, short], [{ ...two, end: 6 }]).lines;
    expect(edit([united[1]!], [two, short], united).lines).toEqual(lines);
  });
});

describe('names of speakers', () => {
  const limits = { recognised: lines, durationSeconds: 10 };

  it('have at most 60 characters, except names that the captions have', () => {
    expect(refusal([two], [{ ...two, speaker: 'x'.repeat(61) }])).toBe(
      'invalid-input: The name of a speaker has at most 60 characters.',
    );
    const long = { ...two, speaker: 'x'.repeat(61) };
    const present = lines.with(1, long);
    expect(edit([long], [{ ...long, text: 'Zwei.' }], present).lines[1]?.speaker).toBe(long.speaker);
  });

  it('are at most 50 in a video, unless the captions have more', () => {
    const many = Array.from({ length: 51 }, (_, start) => ({
      start,
      end: start + 1,
      text: 'Yes.',
      speaker: `Guest ${String(start)}`,
    }));
    const change = (present: readonly Cue[], speaker: string) =>
      editTranscript(present, [{ before: [present[0]!], after: [{ ...present[0]!, speaker }] }], limits);
    expect(() => change(many, 'Zoe')).toThrow('A video has at most 50 speakers.');
    expect(change(many, 'Guest 7').lines[0]?.speaker).toBe('Guest 7');
    expect(change(many.slice(0, 50), 'Zoe').lines[0]?.speaker).toBe('Zoe');
  });

  it.each([
    ['Ada', ' Bea\u202e ', ['Bea', undefined, undefined, undefined], 1],
    ['Ada', '', [undefined, undefined, undefined, undefined], 1],
    ['', 'Ada', ['Ada', 'Ada', 'Ada', 'Ada'], 3],
    ['Bea', 'Ada', ['Ada', undefined, undefined, undefined], 0],
    ['Ada', 'Ada', ['Ada', undefined, undefined, undefined], 0],
  ])('are renamed: "%s" becomes "%s"', (from, to, speakers, changed) => {
    const edited = renameSpeaker(lines, { from, to }, limits);
    expect(edited.lines.map(({ speaker }) => speaker)).toEqual(speakers);
    expect(edited.lines.map(({ text }) => text)).toEqual(lines.map(({ text }) => text));
    expect(edited.spans).toHaveLength(changed);
  });
});

describe('lines that start together', () => {
  const lineOf = (text: string): Cue => ({ start: 0, end: 5, text });
  /** Changes of the last lines; each names lines before it that are the same in all places but the last one. */
  const prepare = (count: number) => {
    const present = Array.from({ length: count }, (_, index) =>
      lineOf(index % 8 === 7 ? String(index) : 'a'),
    );
    const changes = Array.from({ length: count / 8 }, (_, index) => {
      const before = present.slice(index * 8, index * 8 + 8);
      return { before, after: before.map(({ text }) => lineOf(`${text} now`)) };
    });
    return { present, changes };
  };

  it('are found by all lines of a change', () => {
    const { present, changes } = prepare(80);
    const { lines } = editTranscript(present, changes.slice(7, 9), {
      recognised: present,
      durationSeconds: 9,
    });
    expect(lines.map(({ text }) => text.endsWith(' now')).lastIndexOf(true)).toBe(71);
    expect(lines.map(({ text }) => text.endsWith(' now')).indexOf(true)).toBe(56);
  });

  it('take twice as long for twice as many lines and changes', () => {
    const work = ({ present, changes }: ReturnType<typeof prepare>) =>
      editTranscript(present, changes, { recognised: present, durationSeconds: 9 });
    expect(doublingRatio(8_000, prepare, work)).toBeLessThan(linearRatio);
  });
});
