import type { Cue } from '@vault/webvtt';
import { useDeferredValue, useMemo, useState } from 'react';
import { findPlaces } from './find-replace.ts';
import type { Place, ReplaceOptions } from './find-replace.ts';

/** Find and replace: the options, the places, and which of them are chosen. */
export interface Replace {
  readonly replacement: string;
  readonly options: ReplaceOptions;
  readonly places: readonly Place[];
  readonly areMore: boolean;
  /** Places in two lines, which are not replaced. */
  readonly inTwoLines: number;
  /** The chosen places, in order. */
  readonly chosen: readonly Place[];
  readonly isChosen: (place: Place) => boolean;
  readonly write: (replacement: string) => void;
  readonly choose: (place: Place, isChosen: boolean) => void;
  readonly set: (options: Partial<ReplaceOptions>) => void;
}

const keyOf = ({ line, from }: Place) => `${String(line)} ${String(from)}`;

/** @param keyword empty while nothing is replaced */
export function useReplace(lines: readonly Cue[], keyword: string): Replace {
  const [replacement, write] = useState('');
  const [options, setOptions] = useState<ReplaceOptions>({ isCaseMatched: false, areWholeWords: true });
  // Deferred, so that typing stays responsive.
  const query = useDeferredValue(keyword);
  const found = useMemo(() => findPlaces(lines, query, options), [lines, query, options]);
  const { places } = found;
  /** Choices belong to one search. */
  const [exclusions, setExclusions] = useState<{ of: readonly Place[]; keys: ReadonlySet<string> }>({
    of: places,
    keys: new Set(),
  });
  const leftOut = exclusions.of === places ? exclusions.keys : new Set<string>();
  const isChosen = (place: Place) => !leftOut.has(keyOf(place));
  return {
    replacement,
    options,
    ...found,
    chosen: places.filter(isChosen),
    isChosen,
    write,
    choose: (place, isOn) => {
      const keys = new Set(leftOut);
      if (isOn) keys.delete(keyOf(place));
      else keys.add(keyOf(place));
      setExclusions({ of: places, keys });
    },
    set: (change) => setOptions({ ...options, ...change }),
  };
}
