import { doublingRatio, linearRatio } from '@vault/worker-pool/testing';
import { chapterise } from '../chapterise.ts';
import { segment } from '../single-parts.ts';
import { boundaryF1, findRecording, readFixture } from '../testing/recordings.ts';

const transcripts = readFixture('bitcointranscripts.jsonl');
const own = readFixture('own-talks.jsonl');
const strip = (text: string): string => text.toLowerCase().replace(/[.,?!;:]/gu, '');

const meanF1 = (plain: boolean): number => {
  const scores = transcripts.map(({ cues, chapters, duration }) => {
    const input = plain ? cues.map(({ start, end, text }) => ({ start, end, text: strip(text) })) : cues;
    const starts = segment(input, { duration }).map((cue) => input[cue]!.start);
    const truth = chapters.map((chapter) => chapter.start);
    return boundaryF1(
      truth.filter((at) => at > 0),
      starts.slice(1),
      30,
    );
  });
  return scores.reduce((sum, score) => sum + score, 0) / scores.length;
};

describe(segment, () => {
  it('finds the chapters of people with at least the known accuracy', () => {
    expect(meanF1(false)).toBeGreaterThan(0.45);
  });

  it('finds them without speakers, capitals and punctuation too', () => {
    expect(meanF1(true)).toBeGreaterThan(0.3);
  });

  it('finds the topics of a German talk', () => {
    const { cues, chapters, duration } = findRecording(own, 'garden');
    const starts = segment(cues, { duration }).map((cue) => cues[cue]!.start);
    const truth = chapters.map((chapter) => chapter.start);
    expect(boundaryF1(truth.slice(1), starts.slice(1), 20)).toBeGreaterThan(0.7);
  });

  it('makes more or fewer chapters for another density', () => {
    const count = (density: 'fewer' | 'normal' | 'more'): number =>
      transcripts.reduce((sum, { cues, duration }) => sum + segment(cues, { duration, density }).length, 0);
    expect(count('fewer')).toBeLessThan(count('normal'));
    expect(count('more')).toBeGreaterThan(count('normal'));
  });

  it('has a cost proportional to the length of the recording', () => {
    const hour = transcripts.flatMap(({ cues }, r) => {
      const offset = transcripts.slice(0, r).reduce((sum, each) => sum + each.duration, 0);
      return cues.map((cue) => ({ ...cue, start: cue.start + offset, end: cue.end + offset }));
    });
    const length = hour.at(-1)!.end;
    const repeat = (times: number): typeof hour =>
      Array.from({ length: times }, (_, k) =>
        hour.map((cue) => ({ ...cue, start: cue.start + k * length, end: cue.end + k * length })),
      ).flat();
    expect(doublingRatio(2, repeat, (cues) => chapterise(cues))).toBeLessThan(linearRatio);
  });
});
