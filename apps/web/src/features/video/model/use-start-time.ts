import { parseLinkTime } from '@vault/contracts';
import { useEffect } from 'react';
import { NavigationType, useNavigationType, useSearchParams } from 'react-router-dom';
import type { Playback } from '../../../components/player/playback.ts';
import { momentPath } from '../../../lib/video/moment-path.ts';

/** The time of `?t=` in an address, in seconds and limited to the duration; undefined without a valid one. */
export function startTimeOf(text: string | null, duration: number): number | undefined {
  const seconds = text === null ? null : parseLinkTime(text);
  return seconds === null ? undefined : Math.min(seconds, Math.max(0, duration));
}

/** The absolute address that opens a video at a time in seconds. {@link startTimeOf} reads it. */
export function momentAddress(id: string, seconds: number): string {
  return new URL(momentPath(id, seconds), window.location.href).href;
}

/**
 * Seeks to the time in the address. A followed link also starts playing; a reload does not.
 * @returns the time in seconds; undefined when the address has none
 */
export function useStartTime(playback: Playback, duration: number): number | undefined {
  const [query] = useSearchParams();
  const isFollowed = useNavigationType() === NavigationType.Push;
  const seconds = startTimeOf(query.get('t'), duration);

  useEffect(() => {
    if (seconds === undefined) return;
    playback.open(seconds, isFollowed);
  }, [seconds, isFollowed, playback]);

  return seconds;
}
