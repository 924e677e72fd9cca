import { segment, titleChapters } from '../single-parts.ts';
import { findRecording, readFixture } from '../testing/recordings.ts';

const garden = findRecording(readFixture('own-talks.jsonl'), 'garden');
const openings = garden.chapters.map(({ start }) => garden.cues.findIndex((cue) => cue.start >= start));

describe(titleChapters, () => {
  it('never repeats a title', () => {
    const cues = Array.from({ length: 90 }, (_, i) => ({
      start: 5 * i,
      end: 5 * i + 5,
      text: 'Bees visit flowers.',
    }));
    for (const text of ['Bees visit flowers.', '', 'um yeah']) {
      const same = cues.map((cue) => ({ ...cue, text }));
      const titles = titleChapters(same, [0, 15, 30, 45, 60, 75]);
      expect(new Set(titles.map((title) => title.toLowerCase())).size).toBe(6);
    }
  });

  it('names introduction and closing only where they exist', () => {
    const titles = titleChapters(garden.cues, openings);
    expect(titles[0]).toBe('Einführung');
    expect(titles.at(-1)).toBe('Abschluss');
    expect(titles[1]).toContain('Kompost');
    expect(titleChapters(garden.cues, [0, openings[2]!, openings[3]!])[0]).not.toBe('Einführung');
  });

  it('contains no fillers and no incomplete phrases', () => {
    for (const { cues, duration } of readFixture('bitcointranscripts.jsonl')) {
      for (const title of titleChapters(cues, segment(cues, { duration }))) {
        expect(title).toMatch(/^[\p{Lu}\p{N}]/u);
        expect(title).not.toMatch(/\b(?:um|uh|yeah|gonna|the|of|and)$/iu);
      }
    }
  });
});
