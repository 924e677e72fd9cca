import { sampleRate } from './pcm-file.ts';

/** Samples from one frame to the next: 10 ms. */
export const melHop = 160;
/** Samples of which a frame is made: 25 ms, the middle of which is its place. */
export const melWidth = 400;
export const melBands = 40;

/** A transform of 400 samples is made of 16 of 25. */
const interleaved = 16;
const short = melWidth / interleaved;
const bins = melWidth / 2 + 1;

/** Slaney's scale: even up to 1 kHz, then 27 steps for a factor of 6.4. */
const hertzOfStep = 200 / 3;
const straight = 1000 / hertzOfStep;
const logStep = Math.log(6.4) / 27;

const cosines = Float64Array.from({ length: melWidth }, (_, at) => Math.cos((2 * Math.PI * at) / melWidth));
const sines = Float64Array.from({ length: melWidth }, (_, at) => Math.sin((2 * Math.PI * at) / melWidth));
/** The angles of both transforms, for each result: of 13 by 25 samples, and of 201 by 16 parts. */
const shortAngles = anglesOf(Math.ceil(short / 2), short, interleaved);
const partAngles = anglesOf(bins, interleaved, 1);
const hann = cosines.map((cosine) => 0.5 - 0.5 * cosine);

/** The weights of one band, from bin `first` on. */
interface Band {
  readonly first: number;
  readonly weights: Float64Array;
}

const filters = makeBands();

/**
 * The power in 40 bands of the mel scale, a frame each 10 ms: as librosa's `melspectrogram` with a transform of 400 samples.
 * @param samples 16 kHz; the first frame has its middle at sample 200, the last one ends with the samples
 * @returns the bands of frame after frame
 */
export function melFrames(samples: Float32Array): Float32Array {
  const count = Math.max(0, Math.floor((samples.length - melWidth) / melHop) + 1);
  const frames = new Float32Array(count * melBands);
  const windowed = new Float64Array(melWidth);
  const powers = new Float64Array(bins);
  const scratch = { real: new Float64Array(melWidth), imaginary: new Float64Array(melWidth) };
  for (let frame = 0; frame < count; frame += 1) {
    const from = frame * melHop;
    for (let at = 0; at < melWidth; at += 1) windowed[at] = (samples[from + at] ?? 0) * (hann[at] ?? 0);
    measurePowers(windowed, scratch, powers);
    for (const [band, { first, weights }] of filters.entries()) {
      let power = 0;
      for (let at = 0; at < weights.length; at += 1) power += (weights[at] ?? 0) * (powers[first + at] ?? 0);
      frames[frame * melBands + band] = power;
    }
  }
  return frames;
}

/** The squares of the amplitudes at each 40 Hz. Transforms each 16th sample, then joins these sixteen results. */
function measurePowers(
  samples: Float64Array,
  { real, imaginary }: { real: Float64Array; imaginary: Float64Array },
  powers: Float64Array,
): void {
  for (let part = 0; part < interleaved; part += 1) {
    for (let bin = 0; bin < short / 2; bin += 1) {
      let re = 0;
      let im = 0;
      for (let at = 0; at < short; at += 1) {
        const sample = samples[interleaved * at + part] ?? 0;
        const angle = shortAngles[bin * short + at] ?? 0;
        re += sample * (cosines[angle] ?? 0);
        im -= sample * (sines[angle] ?? 0);
      }
      const mirrored = part * short + ((short - bin) % short);
      real[mirrored] = re;
      imaginary[mirrored] = -im;
      real[part * short + bin] = re;
      imaginary[part * short + bin] = im;
    }
  }
  for (let bin = 0; bin < bins; bin += 1) {
    let re = 0;
    let im = 0;
    const from = bin % short;
    for (let part = 0; part < interleaved; part += 1) {
      const angle = partAngles[bin * interleaved + part] ?? 0;
      const cosine = cosines[angle] ?? 0;
      const sine = sines[angle] ?? 0;
      const x = real[part * short + from] ?? 0;
      const y = imaginary[part * short + from] ?? 0;
      re += x * cosine + y * sine;
      im += y * cosine - x * sine;
    }
    powers[bin] = re * re + im * im;
  }
}

/** Places in the tables of sines, for `count` results of `size` numbers that are `step` samples apart. */
function anglesOf(count: number, size: number, step: number): Uint16Array {
  return Uint16Array.from(
    { length: count * size },
    (_, at) => (step * Math.floor(at / size) * (at % size)) % melWidth,
  );
}

/** Triangles over equal steps of the mel scale, each with an area of one. */
function makeBands(): Band[] {
  const highest = toMel(sampleRate / 2);
  const edges = Array.from({ length: melBands + 2 }, (_, at) => toHertz((highest * at) / (melBands + 1)));
  return Array.from({ length: melBands }, (_, band) => {
    const [low = 0, middle = 0, high = 0] = edges.slice(band, band + 3);
    const all = Float64Array.from({ length: bins }, (_, bin) => {
      const hertz = (bin * sampleRate) / melWidth;
      const rising = (hertz - low) / (middle - low);
      const falling = (high - hertz) / (high - middle);
      return (Math.max(0, Math.min(rising, falling)) * 2) / (high - low);
    });
    const first = all.findIndex((weight) => weight > 0);
    return { first, weights: all.slice(first, all.findLastIndex((weight) => weight > 0) + 1) };
  });
}

function toMel(hertz: number): number {
  return hertz < 1000 ? hertz / hertzOfStep : straight + Math.log(hertz / 1000) / logStep;
}

function toHertz(mel: number): number {
  return mel < straight ? mel * hertzOfStep : 1000 * Math.exp(logStep * (mel - straight));
}
