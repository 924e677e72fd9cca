const wordsOf = (title: string): string[] =>
  title
    .toLowerCase()
    .normalize('NFKC')
    .match(/[\p{L}\p{N}]+/gu) ?? [];

/** The F1 of the longest common subsequence of words, 0..1. */
export const rougeL = (title: string, other: string): number => {
  const [words, others] = [wordsOf(title), wordsOf(other)];
  let row = new Array<number>(others.length + 1).fill(0);
  for (const word of words) {
    const next = [0];
    for (const [i, each] of others.entries())
      next.push(word === each ? (row[i] ?? 0) + 1 : Math.max(row[i + 1] ?? 0, next[i] ?? 0));
    row = next;
  }
  const common = row.at(-1) ?? 0;
  return common > 0 ? (2 * common) / (words.length + others.length) : 0;
};

const gridSeconds = 6;

/** For each point of the grid, the number of chapters that have started. */
const chaptersStarted = (starts: readonly number[], duration: number): number[] => {
  const size = Math.max(2, Math.floor(duration / gridSeconds));
  const opens = new Set(
    starts
      .filter((start) => start > 0 && start < duration)
      .map((start) => Math.min(size - 1, Math.floor(start / gridSeconds))),
  );
  let started = 0;
  return Array.from({ length: size }, (_, at) => (started += at > 0 && opens.has(at) ? 1 : 0));
};

/**
 * Pk (Beeferman, Berger and Lafferty, 1999) on a grid of 6 s: how often two points, half a chapter apart, are wrongly in
 * one chapter or in two; 0 is perfect.
 *
 * @param truth seconds at which chapters start
 * @param starts seconds at which found chapters start
 */
export const pk = (truth: readonly number[], starts: readonly number[], duration: number): number => {
  const [right, found] = [chaptersStarted(truth, duration), chaptersStarted(starts, duration)];
  const halfChapter = Math.max(2, Math.round(right.length / ((right.at(-1) ?? 0) + 1) / 2));
  const apart = Math.min(halfChapter, right.length - 1);
  const pairs = right.length - apart;
  let wrong = 0;
  for (let at = 0; at < pairs; at++)
    if ((right[at] === right[at + apart]) !== (found[at] === found[at + apart])) wrong++;
  return wrong / pairs;
};
