import type { SearchAnswer } from '@vault/contracts';
import { useEffect, useEffectEvent } from 'react';
import { useSearchLibraryMutation } from '../../api/search-api.ts';

/**
 * Searches when it is mounted. Cancels the search when it is unmounted or the keyword changes.
 * @returns the answer; undefined until it has arrived
 */
export function useSearchAnswer(keyword: string, onFail: (error: unknown) => void): SearchAnswer | undefined {
  const [search, { data }] = useSearchLibraryMutation();
  const fail = useEffectEvent(onFail);

  useEffect(() => {
    let isCancelled = false;
    const running = search(keyword);
    running.unwrap().catch((error: unknown) => {
      if (!isCancelled) fail(error);
    });
    return () => {
      isCancelled = true;
      running.abort();
    };
  }, [keyword, search]);

  return data;
}
