import { doublingRatio, linearRatio } from '@vault/worker-pool/testing';
import { melBands, melFrames } from './mel-frames.ts';
import { reference, referenceSound } from '../testing/reference-voice.ts';

test('the frames are those of librosa', () => {
  const frames = melFrames(referenceSound());
  expect(frames).toHaveLength(160 * melBands);
  for (const [frame, bands] of Object.entries(reference.mels))
    for (const [band, power] of bands.entries()) {
      const found = frames[Number(frame) * melBands + band] ?? 0;
      expect(Math.abs(found - power)).toBeLessThan(1e-3 * power);
    }
});

test.each([0, 1, 399])('a sound of %d samples has no frame', (length) => {
  expect(melFrames(new Float32Array(length))).toHaveLength(0);
});

test('a frame needs all of its samples', () => {
  expect(melFrames(new Float32Array(559))).toHaveLength(melBands);
  expect(melFrames(new Float32Array(560))).toHaveLength(2 * melBands);
});

test('twice the sound takes twice the time', () => {
  const soundOf = (count: number) => new Float32Array(count * 1_600).fill(0.1);
  expect(doublingRatio(40, soundOf, melFrames)).toBeLessThan(linearRatio);
});
