import { boundaryFeatureNames } from '../src/segmentation/boundary-features.ts';
import { fitModel } from './training.ts';

const width = boundaryFeatureNames.length;
const speakerChange = boundaryFeatureNames.indexOf('speakerChange');
/** Every tenth cue opens a chapter, and has another speaker in four of five cases. */
const cueCount = 2_000;
const openings = new Set(Array.from({ length: cueCount / 10 }, (_, k) => 10 * k));
const rows = new Float64Array(cueCount * width);
for (const cue of openings) if (cue % 50 !== 0) rows[cue * width + speakerChange] = 1;

describe(fitModel, () => {
  it('finds the feature that opens chapters, and gives no weight to the others', () => {
    const { bias, weights } = fitModel([{ rows, openings }]);
    expect(bias).toBeLessThan(0);
    expect(weights.speakerChange).toBeGreaterThan(2);
    expect(weights.request).toBe(0);
  });

  it('keeps given weights, and fits the same each time', () => {
    const model = fitModel([{ rows, openings }], { speakerChange: 0, insideSentence: -1.5 });
    expect(model.weights).toMatchObject({ speakerChange: 0, insideSentence: -1.5 });
    expect(fitModel([{ rows, openings }], { speakerChange: 0, insideSentence: -1.5 })).toEqual(model);
  });

  it('finds the same weights from those of a model with one feature more', () => {
    const noisy = rows.map((value, k) => (k % width === 0 ? (k * 7919) % 13 : value));
    const sets = [{ rows: noisy, openings }];
    const first = boundaryFeatureNames[0];
    const alone = fitModel(sets, { [first]: 0 });
    const { bias, weights } = fitModel(sets, { [first]: 0 }, fitModel(sets));
    expect(weights[first]).toBe(0);
    expect(bias).toBeCloseTo(alone.bias, 3);
    expect(weights.speakerChange).toBeCloseTo(alone.weights.speakerChange, 3);
  });
});
