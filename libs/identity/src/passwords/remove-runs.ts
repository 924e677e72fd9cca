/** For each character of a keyboard, the keys around it, always in the same order of directions. */
export type Keyboard = Readonly<Record<string, readonly (string | null)[]>>;

const minRunLength = 3;
/** A short part, three times or more in a row. */
const repetitions = /(.{1,4}?)\1{2,}/gu;

/** Removes what is typed without thinking: repetitions, and runs along the alphabet, the digits or keys in a line. */
export function removeRuns(text: string, keyboards: readonly Keyboard[]): string {
  const characters = Array.from(text.replaceAll(repetitions, ''));
  const rest: string[] = [];
  for (let from = 0; from < characters.length;) {
    const length = runLength(characters, from, keyboards);
    if (length < minRunLength) rest.push(characters[from] ?? '');
    from += length < minRunLength ? 1 : length;
  }
  return rest.join('');
}

/** The length of the longest run that begins there; 1 when none does. */
function runLength(characters: readonly string[], from: number, keyboards: readonly Keyboard[]): number {
  const stepsAt = (index: number) => stepsBetween(characters[index] ?? '', characters[index + 1], keyboards);
  let shared = stepsAt(from);
  let length = 1;
  while (shared.length > 0) {
    length += 1;
    const next = stepsAt(from + length - 1);
    shared = shared.filter((step) => next.includes(step));
  }
  return length;
}

/** The steps that lead from one character to the next: forwards or backwards in the alphabet, or a direction of a keyboard. */
function stepsBetween(one: string, next: string | undefined, keyboards: readonly Keyboard[]): string[] {
  const steps: string[] = [];
  if (next === undefined) return steps;
  const distance = (next.codePointAt(0) ?? 0) - (one.codePointAt(0) ?? 0);
  if (Math.abs(distance) <= 1) steps.push(`alphabet ${String(distance)}`);
  keyboards.forEach((keyboard, layout) => {
    const keys = Object.hasOwn(keyboard, one) ? (keyboard[one] ?? []) : [];
    const direction = keys.findIndex((key) => key?.includes(next));
    if (direction >= 0) steps.push(`${String(layout)} ${String(direction)}`);
  });
  return steps;
}
