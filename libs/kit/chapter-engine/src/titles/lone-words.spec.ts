import { titleChapters } from '../single-parts.ts';

const english =
  'We have spoken about the garden and about what the bees do in it when the sun is out. The bees like the garden.';
const german =
  'Wir haben über den Garten gesprochen und über das, was die Bienen in ihm machen, wenn die Sonne da ist. Die Bienen mögen den Garten.';

/** The title of a chapter of these lines, each of 6 s, after others of a long recording. */
const titleOf = (lines: readonly string[], other = english): string => {
  const texts = [...Array.from({ length: 60 }, () => other), ...lines];
  const cues = texts.map((text, i) => ({ start: 6 * i, end: 6 * i + 6, text }));
  return titleChapters(cues, [0, 60])[1] ?? '';
};
const filling = Array.from({ length: 12 }, () => 'And so they did what they could do with it.');
const germanFilling = Array.from(
  { length: 12 },
  () => 'Und so haben sie das gemacht, was man da machen kann.',
);
const germanTitleOf = (line: string): string => titleOf([line, line, ...germanFilling, line, line], german);

describe('one word as a title', () => {
  it('is a name', () => {
    const said = ['We use Kubernetes here.', 'Yes, Kubernetes is ours.', ...filling, 'We like Kubernetes.'];
    expect(titleOf(said)).toBe('Kubernetes');
  });

  it('is no common word: then the title is plain, with the number and the start of the chapter', () => {
    const said = ['The reviewer reads it.', 'A reviewer sees it.', ...filling, 'Ask the reviewer.'];
    expect(titleOf(said)).toBe('Part 2 · 06:00');
  });

  it.each([
    ['a noun of several words', 'Die Suchmaschine ist neu.', 'Suchmaschine'],
    ['an acronym', 'Wir bauen SDKs für alle.', 'SDKs'],
  ])('is in German %s', (_, line, title) => {
    expect(germanTitleOf(line)).toBe(title);
  });

  it.each([
    ['a common noun', 'Das Projekt ist groß.'],
    ['a short noun', 'Die Kasse ist zu.'],
    ['an abstract noun', 'Die Unterscheidung ist alt.'],
  ])('is in German not %s', (_, line) => {
    expect(germanTitleOf(line)).toBe('Teil 2 · 06:00');
  });
});

describe('a German phrase', () => {
  it('has its adjective in the nominative', () => {
    expect(germanTitleOf('Das ist eine relationale Datenbank.')).toBe('Relationale Datenbank');
  });

  it.each([
    'Wir reden von relationalen Datenbanken.',
    'Das ist in dem eigentlichen Archivsystem.',
    'Der große Plattenspieler ist da.',
  ])('has no adjective in another case: "%s"', (line) => {
    expect(germanTitleOf(line)).toMatch(/^(?:Datenbanken|Archivsystem|Plattenspieler)$/u);
  });
});
