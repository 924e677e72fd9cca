/** A figure with its unit, such as 41.5 `ms`. */
export interface Quantity {
  readonly value: number;
  readonly unit: string;
}

/** One line of the table. */
export interface Result {
  readonly name: string;
  readonly measured: Quantity;
  /** What the figure is held against, measured in the same run. */
  readonly reference?: Quantity;
  /** Measured by reference; the median of the rounds' own ratios where both ran in rounds. */
  readonly ratio?: number;
  /** The promise in words; left out where a figure is only reported. */
  readonly bound?: string;
  /** Whether the promise was kept; there when `bound` is. */
  readonly isMet?: boolean;
  /** What a reader should know beside the figures. */
  readonly note?: string;
}

/** Something that is measured, under the name it is asked for by. */
export interface Benchmark {
  readonly name: string;
  run(): Promise<Result[]>;
}
