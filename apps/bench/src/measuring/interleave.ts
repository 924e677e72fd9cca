/** One variant of the work; resolves to its measured figure or figures. */
export type Variant<Figure = number> = (round: number) => Promise<Figure>;

/**
 * Runs every variant once per round, each round starting with the next variant, so that neither the state of the
 * machine nor the order favours one of them.
 * @returns the figures of each variant, by round
 */
export async function interleave<Name extends string, Figure = number>(
  rounds: number,
  variants: Readonly<Record<Name, Variant<Figure>>>,
): Promise<Record<Name, Figure[]>> {
  const names = Object.keys(variants) as Name[];
  const figures = Object.fromEntries(names.map((name) => [name, []])) as unknown as Record<Name, Figure[]>;
  for (let round = 0; round < rounds; round += 1) {
    for (let offset = 0; offset < names.length; offset += 1) {
      const name = names[(round + offset) % names.length];
      if (name !== undefined) figures[name].push(await variants[name](round));
    }
  }
  return figures;
}
