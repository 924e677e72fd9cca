import { formatWebVtt } from '@vault/webvtt';

const topics = [
  'The harvest of tea begins when the leaves of the tea plant are young and the tea garden is wet.',
  'A server answers requests, and every request to the server waits in the queue of the server.',
  'Mountains grow slowly, and the glacier on the mountain cuts a valley into the mountain rock.',
];

/** Seconds that {@link talkVtt} lasts. */
export const talkSeconds = 540;

/** Nine minutes on three topics, as WebVTT. */
export function talkVtt(): string {
  const cues = Array.from({ length: talkSeconds / 6 }, (_, index) => ({
    start: index * 6,
    end: index * 6 + 6,
    text: `${topics[Math.floor(index / 30)] ?? ''} We come to point ${String(index + 1)} of all that we have today.`,
  }));
  return formatWebVtt(cues);
}
