import type { SearchAnswer } from '@vault/contracts';
import { useEffect, useEffectEvent } from 'react';
import { useSearchLibraryMutation } from '../../api/search-api.ts';

/**
 * Searches as soon as it is there, and gives up when it goes or the keyword changes.
 * @returns the answer, undefined until it has come
 */
export function useSearchAnswer(keyword: string, onFail: (error: unknown) => void): SearchAnswer | undefined {
  const [search, { data }] = useSearchLibraryMutation();
  const fail = useEffectEvent(onFail);

  useEffect(() => {
    let isGivenUp = false;
    const running = search(keyword);
    running.unwrap().catch((error: unknown) => {
      if (!isGivenUp) fail(error);
    });
    return () => {
      isGivenUp = true;
      running.abort();
    };
  }, [keyword, search]);

  return data;
}
