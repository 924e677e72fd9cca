import { useEffect, useState } from 'react';

/**
 * The current time in epoch seconds, updated every `everyMs` milliseconds.
 * @param secondsUntil epoch seconds before which it is updated every second
 */
export function useNow(everyMs: number, secondsUntil = 0): number {
  const [now, setNow] = useState(() => Date.now() / 1000);
  const intervalMs = now < secondsUntil ? 1_000 : everyMs;
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now() / 1000), intervalMs);
    return () => clearInterval(timer);
  }, [intervalMs]);
  return now;
}
