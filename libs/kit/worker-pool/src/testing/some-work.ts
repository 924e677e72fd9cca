/** What the specs run in threads; parameter properties and enums must survive, as in any source. */
class Doubler {
  constructor(private readonly factor: number) {}

  times(value: number): number {
    return value * this.factor;
  }
}

export function double(value: number): number {
  return new Doubler(2).times(value);
}

export function fail(message: string): never {
  throw new Error(message);
}

export function spin(): never {
  for (;;);
}

export function hoard(): number {
  const all: object[] = [];
  for (;;) all.push({ text: `text ${String(all.length)}` });
}
