import type { LRUCache } from 'lru-cache';

/** The value of a key, which is made once for simultaneous requests; a failure is not kept. */
export function cached<Value extends object>(
  cache: LRUCache<string, Promise<Value>>,
  key: string,
  make: () => Promise<Value>,
): Promise<Value> {
  const existing = cache.get(key);
  if (existing) return existing;
  const newValue = make();
  cache.set(key, newValue);
  newValue.catch(() => cache.delete(key));
  return newValue;
}
