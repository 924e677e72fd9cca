/** What a metric is called, and what tells its series apart. */
export interface MetricDescription<Label extends string = never> {
  /** As Prometheus wants it: `messages_handled_total`, `http_request_duration_seconds`; base units, `_total` for counts. */
  readonly name: string;
  /** One sentence for whoever reads the metric. */
  readonly help: string;
  /** Each combination of values is kept for ever: only values from short, closed lists. Never ids, urls or texts. */
  readonly labels?: readonly Label[];
}

/** A value for each label of a metric. */
export type Labels<Label extends string> = Readonly<Record<Label, string>>;

/** Only rises. */
export interface Counter<Label extends string = never> {
  /** @param amount 1 unless told */
  add(labels: Labels<Label>, amount?: number): void;
}

/** Rises and falls. */
export interface Gauge<Label extends string = never> {
  set(labels: Labels<Label>, value: number): void;
  add(labels: Labels<Label>, amount: number): void;
}

/** How values are spread, such as durations in seconds. */
export interface Histogram<Label extends string = never> {
  observe(labels: Labels<Label>, value: number): void;
}

/** One value of a metric whose values are asked for. */
export interface Reading<Label extends string = never> {
  readonly labels: Labels<Label>;
  readonly value: number;
}

/** A metric whose values are asked for when somebody looks, and never before. */
export interface ReadMetric<Label extends string = never> extends MetricDescription<Label> {
  /** A `gauge` unless told. */
  readonly kind?: 'gauge' | 'counter';
  /**
   * Cheap, for it runs at each look: never over more than what waits. A failure, or no answer within a second, leaves
   * these values out and all others as they are.
   */
  readonly read: () => readonly Reading<Label>[] | Promise<readonly Reading<Label>[]>;
}

/**
 * Where a process counts what it does. Asking for a name again gives the same metric, so services in one process share
 * theirs: a label says whose a value is.
 */
export interface Metrics {
  counter<Label extends string = never>(description: MetricDescription<Label>): Counter<Label>;
  gauge<Label extends string = never>(description: MetricDescription<Label>): Gauge<Label>;
  /** @param buckets upper bounds, rising; those of request durations in seconds unless told */
  histogram<Label extends string = never>(
    description: MetricDescription<Label> & { readonly buckets?: readonly number[] },
  ): Histogram<Label>;
  /** Several may read for one name, each its own label values. */
  read<Label extends string = never>(metric: ReadMetric<Label>): void;
}
