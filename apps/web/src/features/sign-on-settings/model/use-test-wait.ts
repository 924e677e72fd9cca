import { useEffect, useState } from 'react';

/** A test ends by then, or never. */
const waitMs = 10 * 60_000;

export interface TestWait {
  readonly isWaiting: boolean;
  /** Whether the last wait ended without a result. */
  readonly isOver: boolean;
  readonly start: () => void;
  readonly stop: () => void;
}

/** Waits for the result of a test. @param lastAt when the last known test ended; null when there was none */
export function useTestWait(lastAt: number | null): TestWait {
  const [wait, setWait] = useState<{ readonly before: number | null } | null>(null);
  const [isOver, setOver] = useState(false);
  if (wait !== null && wait.before !== lastAt) setWait(null);
  useEffect(() => {
    if (wait === null) return;
    const timer = setTimeout(() => {
      setWait(null);
      setOver(true);
    }, waitMs);
    return () => clearTimeout(timer);
  }, [wait]);
  return {
    isWaiting: wait !== null,
    isOver,
    start: () => {
      setOver(false);
      setWait({ before: lastAt });
    },
    stop: () => setWait(null),
  };
}
