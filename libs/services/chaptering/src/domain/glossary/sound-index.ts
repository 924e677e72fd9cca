import type { Sounds } from './sounds-of-letters.ts';

const groups: readonly (readonly [string, string])[] = [
  ['p', 'pbfvw'],
  ['t', 'tdTD'],
  ['s', 'szSZCJ'],
  ['k', 'kg'],
  ['l', 'lrR'],
  ['n', 'mnN'],
  ['', 'a@AoWYeEiIOVuUhy'],
];
const groupOf = new Map(
  groups.flatMap(([group, sounds]) => Array.from(sounds, (each) => [each, group] as const)),
);
/** More sounds are not told apart: names are shorter. */
const maxLength = 14;
/** In shorter ones each sound counts. */
const [minForOne, minForTwo] = [3, 5];

/** The consonants of some sounds, near ones as one: what is left of a name that was heard wrongly. */
export function skeletonOf(sounds: Sounds): string {
  return Array.from(sounds, (sound) => groupOf.get(sound) ?? sound)
    .join('')
    .replace(/(.)\1+/gu, '$1')
    .slice(0, maxLength);
}

/** A skeleton and what it is without one and two of its sounds. */
function levelsOf(skeleton: string): [string[], string[], string[]] {
  const one = skeleton.length < minForOne ? [] : withoutOne(skeleton);
  const two = skeleton.length < minForTwo ? [] : [...new Set(one.flatMap(withoutOne))];
  return [[skeleton], one, two];
}

function withoutOne(text: string): string[] {
  return [...new Set(Array.from(text, (_, index) => text.slice(0, index) + text.slice(index + 1)))];
}

/** Values by the consonants of their sounds: near ones are found without a comparison with all. */
export class SoundIndex<Value> {
  private readonly byKey: readonly Map<string, Value[]>[] = [new Map(), new Map(), new Map()];

  add(sounds: Sounds, value: Value): void {
    levelsOf(skeletonOf(sounds)).forEach((keys, lost) => {
      const map = this.byKey[lost];
      for (const key of keys) {
        const some = map?.get(key);
        if (some) some.push(value);
        else map?.set(key, [value]);
      }
    });
  }

  /**
   * The values whose consonants are the same when each side loses some, the nearest first.
   * @param lost most sounds that each side loses, 0 to 2 @param limit how many values at most
   */
  like(sounds: Sounds, lost: number, limit: number): Set<Value> {
    const found = new Set<Value>();
    const own = levelsOf(skeletonOf(sounds));
    for (let sum = 0; sum <= 2 * lost; sum += 1)
      for (let mine = Math.max(0, sum - lost); mine <= Math.min(lost, sum); mine += 1)
        for (const key of own[mine] ?? [])
          for (const value of this.byKey[sum - mine]?.get(key) ?? []) {
            if (found.size >= limit) return found;
            found.add(value);
          }
    return found;
  }
}
