/** Wrong, missing and extra words per spoken word: 0 is perfect. Case and punctuation do not count. */
export function wordErrorRate(spoken: string, recognised: string): number {
  const reference = toWords(spoken);
  const words = toWords(recognised);
  let row = Array.from({ length: words.length + 1 }, (_, at) => at);
  for (const [at, word] of reference.entries()) {
    const next = [at + 1];
    for (const [i, other] of words.entries()) {
      const swap = (row[i] ?? 0) + (word === other ? 0 : 1);
      next.push(Math.min(swap, (row[i + 1] ?? 0) + 1, (next[i] ?? 0) + 1));
    }
    row = next;
  }
  return (row.at(-1) ?? 0) / reference.length;
}

function toWords(text: string): string[] {
  return text.toLowerCase().match(/[a-z0-9']+/g) ?? [];
}
