import type { SpokenCue } from '../text-writer.ts';

const topics = [
  ['tea', 'The leaves of the tea plant are picked by hand, and a wet garden makes a better harvest of tea.'],
  ['queue', 'A server answers every request in its turn, and the queue of the server grows when it is slow.'],
  [
    'glacier',
    'The glacier cuts a valley into the mountain, and the mountain rock is carried down by the glacier.',
  ],
  [
    'violin',
    'A violin is tuned by its strings, and the wood of the violin gives every string its own voice.',
  ],
] as const;

const secondsPerCue = 6;

/** A talk that changes its topic every three minutes; each caption contains its number. */
export function talk(seconds: number): SpokenCue[] {
  return Array.from({ length: Math.floor(seconds / secondsPerCue) }, (_, index) => {
    const start = index * secondsPerCue;
    const [, words] = topics[Math.floor(start / 180) % topics.length] ?? topics[0];
    return {
      start,
      end: start + secondsPerCue,
      text: `${words} This is point ${String(index + 1)} here.`,
    };
  });
}
