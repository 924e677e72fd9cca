/** A figure with its unit, such as 41.5 `ms`. */
export interface Quantity {
  readonly value: number;
  readonly unit: string;
}

/** One line of the table. */
export interface Result {
  readonly name: string;
  readonly measured: Quantity;
  /** The figure that `measured` is compared with, from the same run. */
  readonly reference?: Quantity;
  /** `measured` divided by `reference`; the median of the ratios of each round where both ran in rounds. */
  readonly ratio?: number;
  /** The required limit as text; absent if the figure is only reported. */
  readonly bound?: string;
  /** Whether the bound is met; present if `bound` is. */
  readonly isMet?: boolean;
  /** Details, printed below the table. */
  readonly note?: string;
}

/** One benchmark. Its name is the command-line argument that selects it. */
export interface Benchmark {
  readonly name: string;
  run(): Promise<Result[]>;
}

/** Selects tiny sizes, with which bounds mean nothing: the run only shows that every benchmark works. */
export const smokeFlag = '--smoke';
export const isSmoke = process.argv.includes(smokeFlag);

/** A size of a benchmark, replaced by a tiny one in a smoke run. */
export function sized(full: number, tiny: number): number {
  return isSmoke ? tiny : full;
}
