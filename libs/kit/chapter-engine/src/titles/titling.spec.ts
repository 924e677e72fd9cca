import { segment, titleChapters } from '../single-parts.ts';
import { findRecording, foldText, readFixture } from '../testing/recordings.ts';

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

  it('contains only what was said in the chapter, no fillers and no incomplete phrases', () => {
    for (const { cues, duration } of readFixture('bitcointranscripts.jsonl')) {
      const boundaries = segment(cues, { duration });
      for (const [c, title] of titleChapters(cues, boundaries).entries()) {
        const chapterCues = cues.slice(boundaries[c], boundaries[c + 1]);
        const said = foldText(chapterCues.map((cue) => cue.text).join(' '));
        if (!['Introduction', 'Closing'].includes(title)) expect(said).toContain(foldText(title));
        expect(title).toMatch(/^[\p{Lu}\p{N}]/u);
        expect(title).not.toMatch(/\b(?:um|uh|yeah|gonna|the|of|and)$/iu);
      }
    }
  });

  const titleOf = (...lines: string[]): string => {
    const other =
      'We have spoken about the garden and about what the bees do in it when the sun is out. The bees like the garden.';
    const cues = [...Array.from({ length: 8 }, () => other), ...lines].map((text, i) => ({
      start: 6 * i,
      end: 6 * i + 6,
      text,
    }));
    return titleChapters(cues, [0, 8])[1]!;
  };

  const others = 'Electric cars are loud.';
  it.each([
    ['a cue', `${others} Let's talk about solar panels.`],
    ['an ordinal', `${others} The next question is solar panels.`],
    ['a question', `${others} I asked what are solar panels.`],
    ['a naming', `${others} They are called solar panels.`],
  ])('takes the topic from %s', (_, text) => {
    expect(titleOf(text)).toBe('Solar panels');
  });

  it('takes over a question that can be understood alone', () => {
    expect(titleOf('And so, what is a solar panel?', 'It is a machine that makes current.')).toBe(
      'What is a solar panel?',
    );
    expect(titleOf('What do you think it costs?', 'Solar panels are cheap. Solar panels last.')).toBe(
      'Solar panels',
    );
  });

  it('joins only names, and takes no lone adjective, amount or speaker', () => {
    expect(titleOf('We asked Kassel and Bremen for help. They said that Kassel and Bremen can help.')).toBe(
      'Kassel and Bremen',
    );
    const title = titleOf(
      'It is dangerous. It is a dangerous river. We met a couple of dangerous rivers there.',
    );
    expect(title.toLowerCase()).toMatch(/^dangerous rivers?$/u);
  });
});
