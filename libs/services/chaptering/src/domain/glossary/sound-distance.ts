import type { Sounds } from './sounds-of-letters.ts';

const vowels = 'a@AoWYeREiIOVuU';
/** Sounds that are often confused, with the share of a whole change that a confusion costs. */
const near: readonly (readonly [string, number])[] = [
  ...['pb', 'td', 'kg', 'fv', 'TD', 'sz', 'SZ', 'CJ'].map((pair) => [pair, 0.25] as const),
  ...['nN', 'mn'].map((pair) => [pair, 0.3] as const),
  ...['sS', 'zZ', 'zS', 'SC', 'ZJ', 'JZ', 'SJ', 'lr', 'mN', 'bv', 'pf', 'vw', 'fT', 'vD', 'tT', 'dD'].map(
    (pair) => [pair, 0.4] as const,
  ),
  ...[
    'sT',
    'zD',
    'tC',
    'dJ',
    'sC',
    'zJ',
    'rw',
    'lw',
    'fp',
    'gJ',
    'kC',
    'bm',
    'dn',
    'pk',
    'tk',
    'gd',
    'tp',
    'bd',
    'nl',
    'ks',
    'yJ',
    'kh',
    'rR',
    'lO',
    'lo',
    'wU',
    'wO',
    'wu',
    'yI',
    'yi',
    'gy',
    'dr',
    'fh',
  ].map((pair) => [pair, 0.6] as const),
  // Vowels that only a stress or an accent tells apart; all others are near enough anyway.
  ...[
    'aA',
    'ao',
    '@a',
    '@e',
    'iI',
    'uU',
    'ei',
    'eE',
    'Ai',
    'Ae',
    'Au',
    'oO',
    'AR',
    'A@',
    'AO',
    'Ao',
    'AI',
    'aO',
    'aW',
  ].map((pair) => [pair, 0.3] as const),
];

/** What the loss of a sound costs; a vowel also costs so much when others are changed. */
const weightOf = (sound: string) => (vowels.includes(sound) ? 0.5 : isWeak(sound) ? 0.5 : 1);
const isWeak = (sound: string) => 'hwy'.includes(sound);

const shares = new Map(
  near.flatMap(
    ([[one = '', other = ''], share]) =>
      [
        [one + other, share],
        [other + one, share],
      ] as const,
  ),
);

/** What it costs to say another sound. */
function changeOf(one: string, other: string): number {
  if (one === other) return 0;
  const weight = Math.max(weightOf(one), weightOf(other));
  const areVowels = vowels.includes(one) && vowels.includes(other);
  return weight * (shares.get(one + other) ?? (areVowels ? 0.6 : 1.2));
}

/** Final sounds are often swallowed, and an r after a vowel. */
function costOfLoss(sounds: Sounds, at: number): number {
  const weight = weightOf(sounds[at] ?? '');
  const isLast = at === sounds.length - 1;
  const isAfterVowel = sounds[at] === 'r' && vowels.includes(sounds[at - 1] ?? '-');
  const isDouble = sounds[at] === sounds[at - 1];
  if (isDouble) return 0.1;
  return isLast || isAfterVowel ? weight * 0.6 : weight * 0.9;
}

/** The weight of all sounds: the distance to silence, nearly. */
export function weightOfSounds(sounds: Sounds): number {
  return Array.from(sounds).reduce((sum, sound) => sum + weightOf(sound), 0);
}

/**
 * What it costs to change some sounds into others, for each part of the first: the sounds of its words.
 * @param ends where each part ends, rising; the last is the number of sounds
 */
export function distances(sounds: Sounds, other: Sounds, ends: readonly number[]): number[] {
  const [rows, columns] = [sounds.length + 1, other.length + 1];
  const table = new Float64Array(rows * columns);
  const losses = Array.from(sounds, (_, at) => costOfLoss(sounds, at));
  const gains = Array.from(other, (_, at) => costOfLoss(other, at));
  for (let column = 1; column < columns; column += 1)
    table[column] = (table[column - 1] ?? 0) + (gains[column - 1] ?? 0);
  for (let row = 1; row < rows; row += 1) {
    const [at, above] = [row * columns, (row - 1) * columns];
    table[at] = (table[above] ?? 0) + (losses[row - 1] ?? 0);
    for (let column = 1; column < columns; column += 1)
      table[at + column] = Math.min(
        (table[above + column] ?? 0) + (losses[row - 1] ?? 0),
        (table[at + column - 1] ?? 0) + (gains[column - 1] ?? 0),
        (table[above + column - 1] ?? 0) + changeOf(sounds[row - 1] ?? '', other[column - 1] ?? ''),
      );
  }
  return costsOfParts(table, { sounds, other, losses, ends });
}

function costsOfParts(
  table: Float64Array,
  {
    sounds,
    other,
    losses,
    ends,
  }: {
    readonly sounds: Sounds;
    readonly other: Sounds;
    readonly losses: readonly number[];
    readonly ends: readonly number[];
  },
): number[] {
  const columns = other.length + 1;
  const parts = ends.map(() => 0);
  let [row, column, part] = [sounds.length, other.length, ends.length - 1];
  while (row > 0 || column > 0) {
    while (part > 0 && row <= (ends[part - 1] ?? 0)) part -= 1;
    const here = table[row * columns + column] ?? 0;
    const changed = row > 0 && column > 0 ? (table[(row - 1) * columns + column - 1] ?? 0) : Infinity;
    const lost = row > 0 ? (table[(row - 1) * columns + column] ?? 0) + (losses[row - 1] ?? 0) : Infinity;
    let before = 0;
    if (
      row > 0 &&
      column > 0 &&
      changed + changeOf(sounds[row - 1] ?? '', other[column - 1] ?? '') <= here + 1e-9
    ) {
      before = changed;
      row -= 1;
      column -= 1;
    } else if (lost <= here + 1e-9) {
      before = table[(row - 1) * columns + column] ?? 0;
      row -= 1;
    } else {
      before = table[row * columns + column - 1] ?? 0;
      column -= 1;
    }
    parts[part] = (parts[part] ?? 0) + here - before;
  }
  return parts;
}

/** The sounds with the same one in place of each vowel. */
export function withOneVowel(sounds: Sounds): string {
  return Array.from(sounds, (sound) => (vowels.includes(sound) ? 'A' : sound)).join('');
}
