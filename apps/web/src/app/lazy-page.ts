import { lazy } from 'react';
import type { ComponentType } from 'react';
import { loadChunk } from '../lib/browser/load-chunk.ts';

/** A lazily loaded page, exported from its module under `name`. */
export function page<Name extends string, Props = object>(
  load: () => Promise<Record<Name, ComponentType<Props>>>,
  name: Name,
) {
  return lazy(async () => ({ default: (await loadChunk(load))[name] }));
}
