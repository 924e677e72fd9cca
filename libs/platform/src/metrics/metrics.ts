/** The name of a metric, and the labels that distinguish its series. */
export interface MetricDescription<Label extends string = never> {
  /** In Prometheus style: `messages_handled_total`, `http_request_duration_seconds`; base units, counters `_total`. */
  readonly name: string;
  /** One sentence for readers of the metric. */
  readonly help: string;
  /** Each combination of values uses memory: use only values from short, closed lists, never ids, urls or texts. */
  readonly labels?: readonly Label[];
}

/** A value for each label of a metric. */
export type Labels<Label extends string> = Readonly<Record<Label, string>>;

/** A value that only rises. */
export interface Counter<Label extends string = never> {
  /** @param amount 1 by default */
  add(labels: Labels<Label>, amount?: number): void;
}

/** A value that rises and falls. */
export interface Gauge<Label extends string = never> {
  set(labels: Labels<Label>, value: number): void;
  add(labels: Labels<Label>, amount: number): void;
}

/** The distribution of values, such as durations in seconds. */
export interface Histogram<Label extends string = never> {
  observe(labels: Labels<Label>, value: number): void;
}

/** One value of a {@link ReadMetric}. */
export interface Reading<Label extends string = never> {
  readonly labels: Labels<Label>;
  readonly value: number;
}

/** A metric whose values are read at each scrape. */
export interface ReadMetric<Label extends string = never> extends MetricDescription<Label> {
  /** `gauge` by default. */
  readonly kind?: 'gauge' | 'counter';
  /**
   * Runs at each scrape, so it must be cheap: it may query waiting items, not all data. After a failure, or without an
   * answer within 1 s, these values are omitted; other metrics are not affected.
   */
  readonly read: () => readonly Reading<Label>[] | Promise<readonly Reading<Label>[]>;
}

/**
 * The metrics of a process. The same name returns the same metric, so services in one process share metrics and
 * distinguish their values by a label.
 */
export interface Metrics {
  counter<Label extends string = never>(description: MetricDescription<Label>): Counter<Label>;
  gauge<Label extends string = never>(description: MetricDescription<Label>): Gauge<Label>;
  /** @param buckets ascending upper bounds; by default those of request durations in seconds */
  histogram<Label extends string = never>(
    description: MetricDescription<Label> & { readonly buckets?: readonly number[] },
  ): Histogram<Label>;
  /** Several readers may share one name, each with its own label values. */
  read<Label extends string = never>(metric: ReadMetric<Label>): void;
}
