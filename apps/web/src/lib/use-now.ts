import { useEffect, useState } from 'react';

/** The time in epoch seconds, refreshed every `everyMs` milliseconds, for ages that grow while they are read. */
export function useNow(everyMs: number): number {
  const [now, setNow] = useState(() => Date.now() / 1000);
  useEffect(() => {
    const timer = setInterval(() => {
      setNow(Date.now() / 1000);
    }, everyMs);
    return () => {
      clearInterval(timer);
    };
  }, [everyMs]);
  return now;
}
