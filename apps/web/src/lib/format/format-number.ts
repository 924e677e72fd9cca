const grouped = new Intl.NumberFormat('en-US');

/** A number with thousands separators: `1,023,800`. */
export function formatNumber(value: number): string {
  return grouped.format(value);
}

/** A number with its noun: `1 video`, `2 videos`. */
export function countOf(value: number, one: string, many = `${one}s`): string {
  return `${formatNumber(value)} ${value === 1 ? one : many}`;
}
