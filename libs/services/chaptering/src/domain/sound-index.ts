import { withoutOne, type Sound } from './word-sounds.ts';

/** Values by how their words sound: those of a sound are found without a comparison with all. */
export class SoundIndex<Value> {
  private readonly byCode = new Map<string, Value[]>();
  /** By their codes with one sound less. */
  private readonly byShorterCode = new Map<string, Value[]>();

  add({ codes }: Sound, value: Value): void {
    for (const code of codes) addTo(this.byCode, code, value);
    for (const code of new Set(withoutOne(codes))) addTo(this.byShorterCode, code, value);
  }

  /** The values of the same sound, and then those where one sound is missing. @param limit how many at most */
  like({ codes }: Sound, limit: number): Set<Value> {
    const found = new Set<Value>();
    const places = [
      ...codes.map((code) => this.byCode.get(code)),
      ...withoutOne(codes).map((code) => this.byCode.get(code)),
      ...codes.map((code) => this.byShorterCode.get(code)),
    ];
    for (const values of places)
      for (const value of values ?? []) {
        if (found.size >= limit) return found;
        found.add(value);
      }
    return found;
  }
}

function addTo<Value>(values: Map<string, Value[]>, code: string, value: Value): void {
  const some = values.get(code);
  if (some) some.push(value);
  else values.set(code, [value]);
}
