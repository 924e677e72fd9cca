import { isPlainTitle } from '../language/plain-title.ts';
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
        if (!isPlainTitle(title) && !['Introduction', 'Closing'].includes(title))
          expect(said).toContain(foldText(title));
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

  it('takes the topic from the end of the chapter before', () => {
    const last = 'We have spoken about the garden and about what the bees do in it when the sun is out.';
    const titleAfter = (lead: string): string =>
      titleChapters(
        [last, last, last, lead, 'Electric cars are loud. Panels are cheap and they last.'].map(
          (text, i) => ({
            start: 60 * i,
            end: 60 * i + 60,
            text,
          }),
        ),
        [0, 4],
      )[1]!;
    expect(titleAfter('So let us move on to the solar panels.')).toBe('Solar panels');
    expect(titleAfter('So we have not seen the solar panels.')).toBe('Electric cars');
  });

  it('prefers a phrase to one of its words', () => {
    const panels = 'Panels last. Panels are cheap. Panels are flat.';
    expect(titleOf(panels, 'Solar panels are black. We buy solar panels.')).toBe('Solar panels');
  });

  const others = 'Electric cars are loud.';
  it.each([
    ['a cue', `${others} Let's talk about solar panels.`],
    ['an ordinal', `${others} The next question is solar panels.`],
    ['a question', `${others} I asked what are solar panels.`],
    ['a naming', `${others} They are called solar panels.`],
    ['a heading', `${others} Solar panels.`],
  ])('takes the topic from %s', (_, text) => expect(titleOf(text)).toBe('Solar panels'));

  it.each([
    ['Our thanks go to the baker for sponsoring us. The bakery sells bread and rolls.', 2, 'Ad'],
    ["We'd like to think the baker for sponsoring us. The bakery sells bread and rolls.", 2, 'Ad'],
    ['Ann, tell us about yourself. I studied bakery and I baked bread and rolls.', 1, 'Background'],
    ["I'm Ann and I grew up in a bakery. We baked bread and rolls.", 1, 'Background'],
    ['Well, that wraps it up. The bread and the rolls are in the oven.', 9, 'Closing'],
    ['We have some questions from the audience. How long do you bake bread?', 8, 'Audience questions'],
    ['Looking towards the future, we will bake bread and rolls at night.', 8, 'Future plans'],
    ['Diese Folge wird gesponsert von der Bäckerei. Das Brot ist gut und nicht teuer.', 2, 'Werbung'],
    ['Gibt es Fragen aus dem Publikum? Wie lange ist das Brot in dem Ofen?', 8, 'Fragen aus dem Publikum'],
  ])('knows the kind of chapter that starts with "%s"', (text, at, title) => {
    const isGerman = /[äöü]|Publikum/u.test(text);
    const other = isGerman
      ? 'Wir haben die Wiese und das Haus gesehen.'
      : 'We have seen the meadow and the house.';
    const cues = Array.from({ length: 10 }, (_, c) => ({
      start: 30 * c,
      end: 30 * c + 30,
      text: c === at ? text : other,
    }));
    expect(titleChapters(cues, [...cues.keys()])[at]).toBe(title);
  });

  it('counts the chapters of a kind', () => {
    const ad = 'Many thanks to the baker for sponsoring us. The bakery sells bread and rolls.';
    const cues = Array.from({ length: 10 }, (_, c) => ({
      start: 30 * c,
      end: 30 * c + 30,
      text: c === 2 || c === 6 ? ad : 'We have seen the meadow and the house.',
    }));
    const titles = titleChapters(cues, [...cues.keys()]);
    expect([titles[2], titles[6]]).toEqual(['Ad', 'Ad (2)']);
  });

  it('does not call a long chapter that starts with an ad so', () => {
    expect(titleOf('Many thanks to the baker for sponsoring us.')).toBe('Ad');
    const rest = Array.from({ length: 60 }, () => 'Solar panels are cheap. Solar panels last.');
    expect(titleOf('Many thanks to the baker for sponsoring us.', ...rest)).toBe('Solar panels');
  });

  it('takes over a question that can be understood alone', () => {
    expect(titleOf('And so, what is a solar panel?', 'It is a machine that makes current.')).toBe(
      'What is a solar panel?',
    );
    expect(titleOf('What do you think it costs?', 'Solar panels are cheap. Solar panels last.')).toBe(
      'Solar panels',
    );
  });

  it('takes no name of a speaker without a label, no filler and no noun that names no topic', () => {
    expect(titleOf("I'm Robert. Robert works here.", 'Solar panels are cheap. Ask Robert.')).toBe(
      'Solar panels',
    );
    const labelled = Array.from({ length: 5 }, () => 'Robert: I agree with Robert.');
    expect(titleOf(...labelled, 'Solar panels are cheap. Solar panels last.')).toBe('Solar panels');
    expect(titleOf('He said OK. He said OK. The project is the project.', 'There are solar panels.')).toBe(
      'Solar panels',
    );
  });

  it('takes no noun and the clause after it as a compound', () => {
    expect(titleOf('The reason bakers signal is clear. The reason bakers signal is solar panels.')).toBe(
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
