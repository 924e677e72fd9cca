import { sampleRate } from './pcm-file.ts';

/** Samples between two places, and in the stretch at each place. */
const step = 0.02 * sampleRate;
const stretch = 0.04 * sampleRate;
/** Every second sample is enough for the pitch of voices, 75 to 400 Hz. */
const every = 2;
const minLag = Math.floor(sampleRate / every / 400);
const maxLag = Math.ceil(sampleRate / every / 75);
/** How alike the waves of a voice are, of 1. */
const alike = 0.6;
/** The least share of sounding places in which the pitch glides, and how often it may stay for each. */
const minGlides = 0.15;
const maxHolds = 1.5;
/** Quieter places are pauses. */
const minPower = 1e-6;

/**
 * Whether sound is likely speech. The pitch of a voice glides; notes and hums keep theirs, and noise has none. It misses
 * some speech rather than take music for it.
 * @param samples mono, 16 kHz, -1 to 1
 */
export function isVoice(samples: Float32Array): boolean {
  let [glides, holds, sounding] = [0, 0, 0];
  let before = 0;
  for (let at = 0; at + stretch + maxLag * every <= samples.length; at += step) {
    const lag = lagAt(samples, at);
    if (lag === undefined) {
      before = 0;
      continue;
    }
    sounding += 1;
    const change = Math.abs(lag / before - 1);
    if (lag > 0 && before > 0) {
      if (change < 0.004) holds += 1;
      else if (change < 0.1) glides += 1;
    }
    before = lag;
  }
  return glides > 0 && glides >= minGlides * sounding && holds <= maxHolds * glides;
}

/** The length of the wave in samples; 0 without one, undefined in a pause. */
function lagAt(samples: Float32Array, from: number): number | undefined {
  const length = stretch / every;
  let power = 0;
  for (let i = 0; i < length; i += 1) power += (samples[from + i * every] ?? 0) ** 2;
  if (power / length < minPower) return undefined;
  const likeness = new Float32Array(maxLag + 2);
  let best = 0;
  for (let lag = minLag - 1; lag <= maxLag + 1; lag += 1) {
    let [product, own] = [0, 0];
    for (let i = 0; i < length; i += 1) {
      const other = samples[from + (i + lag) * every] ?? 0;
      product += (samples[from + i * every] ?? 0) * other;
      own += other * other;
    }
    likeness[lag] = own > 0 ? product / Math.sqrt(power * own) : 0;
  }
  // The first high peak: the later ones are its multiples.
  const highest = Math.max(...likeness.subarray(minLag, maxLag + 1));
  if (highest < alike) return 0;
  for (let lag = minLag; lag <= maxLag && best === 0; lag += 1) {
    const [left = 0, own = 0, right = 0] = likeness.subarray(lag - 1, lag + 2);
    if (own >= 0.9 * highest && own >= left && own > right)
      best = lag + (left - right) / (2 * (left - 2 * own + right));
  }
  return best;
}
