/** One way of doing the work; answers its figure. */
export type Way = (round: number) => Promise<number>;

/**
 * Runs every way once a round, and every round begins with another one, so that neither the state of the machine nor
 * the order favours any.
 * @returns each way's figures, round by round
 */
export async function interleave<Name extends string>(
  rounds: number,
  ways: Readonly<Record<Name, Way>>,
): Promise<Record<Name, number[]>> {
  const names = Object.keys(ways) as Name[];
  const figures = Object.fromEntries(names.map((name) => [name, []])) as unknown as Record<Name, number[]>;
  for (let round = 0; round < rounds; round += 1) {
    for (let turn = 0; turn < names.length; turn += 1) {
      const name = names[(round + turn) % names.length];
      if (name !== undefined) figures[name].push(await ways[name](round));
    }
  }
  return figures;
}
