/**
 * Orders items for processing: first `count` items spread evenly, then the rest in their order. Thus the language of a
 * long recording is known after seconds, and a jingle or a foreign greeting at the start does not decide it.
 * @returns positions 0 to `length - 1`, each once
 */
export function sampleFirst(length: number, count: number): number[] {
  const sample = new Set<number>();
  for (let i = 0; i < Math.min(count, length); i += 1)
    sample.add(Math.floor(((i + 0.5) * length) / Math.min(count, length)));
  const rest = Array.from({ length }, (_, at) => at).filter((at) => !sample.has(at));
  return [...sample, ...rest];
}
