/** One way of doing the work; answers its figure, or several. */
export type Way<Figure = number> = (round: number) => Promise<Figure>;

/**
 * Runs every way once a round, and every round begins with another one, so that neither the state of the machine nor
 * the order favours any.
 * @returns each way's figures, round by round
 */
export async function interleave<Name extends string, Figure = number>(
  rounds: number,
  ways: Readonly<Record<Name, Way<Figure>>>,
): Promise<Record<Name, Figure[]>> {
  const names = Object.keys(ways) as Name[];
  const figures = Object.fromEntries(names.map((name) => [name, []])) as unknown as Record<Name, Figure[]>;
  for (let round = 0; round < rounds; round += 1) {
    for (let turn = 0; turn < names.length; turn += 1) {
      const name = names[(round + turn) % names.length];
      if (name !== undefined) figures[name].push(await ways[name](round));
    }
  }
  return figures;
}
