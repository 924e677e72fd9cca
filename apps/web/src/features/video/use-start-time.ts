import { useEffect } from 'react';
import { NavigationType, useNavigationType, useSearchParams } from 'react-router-dom';
import type { Playback } from '../../components/player/playback.ts';

/** The time an address asks for as `?t=SECONDS`, within the video; undefined when it asks for none. */
export function startTimeOf(text: string | null, duration: number): number | undefined {
  if (text === null || !/^\d{1,6}(\.\d+)?$/.test(text)) return undefined;
  return Math.min(Number(text), Math.max(0, duration));
}

/** The whole address that opens a video at a moment, in seconds: what {@link startTimeOf} reads. */
export function momentAddress(id: string, seconds: number): string {
  const whole = String(Math.max(0, Math.floor(seconds)));
  return new URL(`/asset/${encodeURIComponent(id)}?t=${whole}`, window.location.href).href;
}

/**
 * Begins where the address says. Whoever followed a link to a moment hears it; a reload only goes there.
 * @returns the time in seconds, undefined when the address names none
 */
export function useStartTime(playback: Playback, duration: number): number | undefined {
  const [query] = useSearchParams();
  const isFollowed = useNavigationType() === NavigationType.Push;
  const seconds = startTimeOf(query.get('t'), duration);

  useEffect(() => {
    if (seconds === undefined) return;
    if (isFollowed) playback.seek(seconds);
    else playback.show(seconds);
  }, [seconds, isFollowed, playback]);

  return seconds;
}
