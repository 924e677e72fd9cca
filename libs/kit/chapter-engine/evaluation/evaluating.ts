import { readdirSync, readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { titleChapters, type Cue } from '../src/index.ts';
import { boundaryFeatureNames, boundaryFeatures } from '../src/segmentation/boundary-features.ts';
import { fixedWeights, type BoundaryModel } from '../src/segmentation/boundary-model.ts';
import { segmentBy } from '../src/segmentation/segmenting.ts';
import { boundaryF1, type Recording } from '../src/testing/recordings.ts';
import { readTranscript, type Transcript } from '../src/transcript/transcript.ts';
import { pk, rougeL } from './metrics.ts';
import { fitModel, type TrainingSet } from './training.ts';

interface SourcedRecording extends Recording {
  source: string;
  lang: string;
}

/** A recording of the evaluation, with what each fit reads of it. */
interface Item {
  readonly recording: SourcedRecording;
  readonly transcript: Transcript;
  readonly training: readonly TrainingSet[];
}

const folder = new URL('./recordings/', import.meta.url);

/** Reads the recordings that chapters are measured on. */
export const readRecordings = (): SourcedRecording[] =>
  readdirSync(folder)
    .filter((name) => name.endsWith('.jsonl.gz'))
    .toSorted()
    .flatMap((name) =>
      gunzipSync(readFileSync(new URL(name, folder)))
        .toString('utf8')
        .split('\n'),
    )
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as SourcedRecording);

const startsOf = ({ chapters }: Recording): number[] =>
  chapters.map(({ start }) => start).filter((start) => start > 0);

/** The index of the cue whose start is nearest. */
const nearestCue = (cues: readonly Cue[], seconds: number): number => {
  let best = 0;
  for (const [i, { start }] of cues.entries())
    if (Math.abs(start - seconds) < Math.abs((cues[best]?.start ?? 0) - seconds)) best = i;
  return best;
};

const withoutSpeaker = ({ start, end, text }: Cue): Cue => ({ start, end, text });
const withoutMarks = ({ start, end, text }: Cue): Cue => ({
  start,
  end,
  text: text.toLowerCase().replace(/[.,?!;:]/gu, ''),
});

const readItem = (recording: SourcedRecording): Item => {
  const { cues, duration } = recording;
  const openings = new Set(startsOf(recording).map((start) => nearestCue(cues, start)));
  const transcript = readTranscript(cues, duration);
  const others = [withoutSpeaker, withoutMarks].map((change) => readTranscript(cues.map(change), duration));
  const training = [transcript, ...others].map((each) => ({ rows: boundaryFeatures(each), openings }));
  return { recording, transcript, training };
};

interface Scores {
  f30: number;
  f10: number;
  f3: number;
  pk: number;
  ratio: number;
  titlesOfPeople: number;
  titlesOfOwn: number;
}

const columns: Record<keyof Scores, string> = {
  f30: 'F1@30',
  f10: 'F1@10',
  f3: 'F1@3',
  pk: 'Pk',
  ratio: 'count',
  titlesOfPeople: 'titles, their starts',
  titlesOfOwn: 'titles, own starts',
};
const names = Object.keys(columns) as (keyof Scores)[];

const mean = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / values.length;

/** ROUGE-L on the boundaries of people; 0 for a chapter in which no cue starts. */
const scoreTitles = ({ cues, chapters }: Recording): number => {
  const first = chapters[0]?.start ?? 0;
  const titledCues = cues.filter(({ start }) => start >= first);
  const spoken = chapters
    .map(({ start, title }) => ({ title, from: titledCues.findIndex((cue) => cue.start >= start) }))
    .filter(({ from }, c, all) => from >= 0 && from !== all[c + 1]?.from);
  const titles = titleChapters(
    titledCues,
    spoken.map(({ from }) => from),
  );
  return spoken.reduce((sum, { title }, c) => sum + rougeL(title, titles[c] ?? ''), 0) / chapters.length;
};

/** ROUGE-L of own chapters, each with the nearest one of people within 30 s. */
const scoreOwnTitles = ({ cues, chapters }: Recording, boundaries: readonly number[]): number => {
  const titles = titleChapters(cues, boundaries);
  const matched = boundaries.flatMap((cue, c) => {
    const start = c === 0 ? 0 : (cues[cue]?.start ?? 0);
    const [near] = chapters.toSorted((a, b) => Math.abs(a.start - start) - Math.abs(b.start - start));
    return near && Math.abs(near.start - start) <= 30 ? [rougeL(near.title, titles[c] ?? '')] : [];
  });
  return matched.length > 0 ? mean(matched) : 0;
};

const startsFound = ({ transcript }: Item, boundaries: readonly number[]): number[] =>
  boundaries.slice(1).map((cue) => transcript.cues[cue]?.start ?? 0);

/** The boundaries of a recording whose features are known. */
const segmentRows = ({ transcript, training }: Item, model: BoundaryModel): number[] =>
  segmentBy(model, transcript, { rows: training[0]?.rows });

const score = (item: Item, model: BoundaryModel): Scores => {
  const { recording } = item;
  const boundaries = segmentRows(item, model);
  const [truth, found] = [startsOf(recording), startsFound(item, boundaries)];
  return {
    f30: boundaryF1(truth, found, 30),
    f10: boundaryF1(truth, found, 10),
    f3: boundaryF1(truth, found, 3),
    pk: pk(truth, found, recording.duration),
    ratio: boundaries.length / (truth.length + 1),
    titlesOfPeople: scoreTitles(recording),
    titlesOfOwn: scoreOwnTitles(recording, boundaries),
  };
};

interface Fold {
  readonly name: string;
  readonly own: readonly Item[];
  /** What the other sources train with. */
  readonly others: readonly TrainingSet[];
}

const foldsOf = (items: readonly Item[]): Fold[] =>
  [...Map.groupBy(items, ({ recording: { source, lang } }) => `${source} (${lang})`)].map(([name, own]) => ({
    name,
    own,
    others: items
      .filter(({ recording }) => recording.source !== own[0]?.recording.source)
      .flatMap(({ training }) => training),
  }));

/** A table of Markdown: the scores of each source, by models that were fitted on the other sources. */
export const evaluate = (recordings = readRecordings()): string => {
  const groups = foldsOf(recordings.map(readItem)).map(({ name, own, others }): [string, Scores[]] => {
    const model = fitModel(others, fixedWeights);
    return [name, own.map((item) => score(item, model))];
  });
  const all: [string, Scores[]] = ['all', groups.flatMap(([, scores]) => scores)];
  const lines = [all, ...groups].map(([name, scores]) => {
    const cells = names.map((column) => mean(scores.map((each) => each[column])).toFixed(3));
    return `| ${[name, scores.length, ...cells].join(' | ')} |`;
  });
  const head = ['source', 'n', ...names.map((column) => columns[column])];
  return [`| ${head.join(' | ')} |`, `|${' --- |'.repeat(head.length)}`, ...lines].join('\n');
};

/**
 * A table of Markdown, line by line as it is found: how much F1@30 falls without each feature of boundaries, with the
 * other weights fitted again.
 */
export const ablate = function* (recordings = readRecordings()): Generator<string> {
  const items = recordings.map(readItem);
  const folds = foldsOf(items).map(({ own, others }) => ({
    own,
    others,
    whole: fitModel(others, fixedWeights),
  }));
  const f30 = (modelOf: (fold: (typeof folds)[number]) => BoundaryModel): number =>
    mean(
      folds.flatMap((fold) => {
        const model = modelOf(fold);
        return fold.own.map((item) =>
          boundaryF1(startsOf(item.recording), startsFound(item, segmentRows(item, model)), 30),
        );
      }),
    );
  const all = f30(({ whole }) => whole);
  yield* ['| feature | worth in F1@30 |', '| --- | --- |'];
  for (const name of boundaryFeatureNames) {
    const without = f30(({ others, whole }) => fitModel(others, { ...fixedWeights, [name]: 0 }, whole));
    yield `| ${name} | ${(all - without).toFixed(4)} |`;
  }
};

/** The source of the package's weights, fitted on all recordings. */
export const fitOwnModel = (recordings = readRecordings()): string => {
  const { bias, weights } = fitModel(
    recordings.map(readItem).flatMap(({ training }) => training),
    fixedWeights,
  );
  const lines = boundaryFeatureNames.map((name) => `    ${name}: ${String(weights[name])},`);
  return [
    '/**',
    ' * Generated by `npm run chapters -- --fit`: fitted on recordings with chapters made by people, each read three times:',
    ' * as it is, without speakers, and as plain recognised speech without marks.',
    ' */',
    'export const boundaryWeights = {',
    `  bias: ${String(bias)},`,
    '  weights: {',
    ...lines,
    '  },',
    '};',
    '',
  ].join('\n');
};
