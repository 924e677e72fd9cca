import type { Cue } from '../transcript/cue.ts';
import { readTranscript } from '../transcript/transcript.ts';
import { boundaryFeatureNames, boundaryFeatures } from './boundary-features.ts';
import type { BoundaryFeature } from './boundary-model.ts';

/** Lines of 5 s, with a pause before those that start with "...". */
const cuesOf = (lines: readonly string[]): Cue[] => {
  let start = 0;
  return lines.map((line) => {
    const [speaker, said = ''] = line.split(': ');
    if (said.startsWith('...')) start += 2;
    const cue = { start, end: start + 5, text: said.replace('...', ''), speaker };
    start += 5;
    return cue;
  });
};

const featureOf = (lines: readonly string[], name: BoundaryFeature): number[] => {
  const rows = boundaryFeatures(readTranscript(cuesOf(lines)));
  const at = boundaryFeatureNames.indexOf(name);
  return lines.map((_, i) => rows[i * boundaryFeatureNames.length + at] ?? NaN);
};

const argMax = (values: readonly number[]): number => values.indexOf(Math.max(...values));

const talk = [
  'Ann: Welcome to the show about gardens and kitchens.',
  'Ben: The garden needs water, and the garden needs compost.',
  'Ben: Compost in the garden keeps the water for the roses.',
  'Ben: And the roses in the garden need compost.',
  'Ben: Water and roses need each other.',
  "Ann: ...Great, let's talk about bread. How do you bake the sourdough bread?",
  'Ben: Sourdough bread is baked in a hot oven.',
  'Ben: It bakes the bread with flour.',
  'Ben: Flour and sourdough make bread in the oven.',
];

describe(boundaryFeatures, () => {
  it.each<BoundaryFeature>(['introduced', 'ending', 'gapRank', 'announcement', 'request', 'reaction'])(
    '%s is highest where a new subject starts',
    (name) => expect(argMax(featureOf(talk, name))).toBe(5),
  );

  it('knows how speakers take turns', () => {
    expect(featureOf(talk, 'speakerChange')).toEqual([0, 1, 0, 0, 0, 1, 1, 0, 0]);
    expect(featureOf(talk, 'changeBeforeLongTurn')[5]).toBeCloseTo(15 / 60);
    expect(featureOf(talk, 'questionsBefore')).toEqual([0, 0, 0, 0, 0, 0, 0.5, 0.5, 0.5]);
  });

  it('knows which cues continue what was said', () => {
    expect(featureOf(talk, 'continuation')).toEqual([0, 0, 0, 1, 0, 0, 0, 0, 0]);
    expect(featureOf(talk, 'reference')).toEqual([0, 0, 0, 0, 0, 0, 0, 1, 0]);
  });

  it('does not link what is said before a new subject with what is said after it', () => {
    const links = featureOf(talk, 'fewLinks');
    expect(Math.max(...links.slice(1, 8))).toBe(links[5]);
  });
});
