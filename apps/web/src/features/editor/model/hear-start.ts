import type { Playback } from '../../../components/player/playback.ts';

/** The long step of a start that is moved by keys, in seconds. */
export const farStepSeconds = 10;
const heardSeconds = 1;

/** Plays a new start: briefly when nothing plays, otherwise on from there. */
export function hearStart(playback: Playback, seconds: number): void {
  if (playback.isIdle) playback.playSpan({ from: seconds, to: seconds + heardSeconds });
  else playback.seek(seconds);
}
