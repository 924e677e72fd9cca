import {
  Counter as PromCounter,
  Gauge as PromGauge,
  Histogram as PromHistogram,
  Registry,
  type Metric,
} from 'prom-client';
import { type Logger, withinTime } from '@vault/base';

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

/** One value of a metric that is read at each scrape. */
interface Reading<Label extends string = never> {
  readonly labels: Labels<Label>;
  readonly value: number;
}

/** A metric whose values are read at each scrape. */
interface ReadMetric<Label extends string = never> extends MetricDescription<Label> {
  /** `gauge` by default. */
  readonly kind?: 'gauge' | 'counter';
  /**
   * Runs at each scrape, so it must be cheap: it may query waiting items, not all data. After a failure, or without an
   * answer within 1 s, these values are omitted; other metrics are not affected.
   */
  readonly read: () => readonly Reading<Label>[] | Promise<readonly Reading<Label>[]>;
}

/** From 1 ms to the longest request, in seconds. */
const durationBuckets = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];
const readWithinMs = 1_000;

interface Reader {
  readonly name: string;
  readonly read: ReadMetric<string>['read'];
  isFailing: boolean;
}

/**
 * The metrics of one process, in the text format of Prometheus. The same name returns the same metric, so services in
 * one process share metrics and distinguish their values by a label.
 */
export class Metrics {
  readonly registry = new Registry();
  private readonly readers = new Map<string, Reader[]>();
  private readonly dropped: Counter<'metric'>;
  private scraping: Promise<string> | undefined;

  constructor(private readonly logger: Logger) {
    this.dropped = this.counter({
      name: 'metrics_dropped_total',
      help: 'Scrapes without the values of a metric, because they could not be read.',
      labels: ['metric'],
    });
  }

  counter<Label extends string = never>(description: MetricDescription<Label>): Counter<Label> {
    const counter = this.once(description, PromCounter);
    return { add: (labels, amount = 1) => counter.inc(labels, amount) };
  }

  gauge<Label extends string = never>(description: MetricDescription<Label>) {
    const gauge = this.once(description, PromGauge);
    return {
      set: (labels: Labels<Label>, value: number) => gauge.set(labels, value),
      add: (labels: Labels<Label>, amount: number) => gauge.inc(labels, amount),
    };
  }

  /** @param buckets ascending upper bounds */
  histogram<Label extends string = never>(description: MetricDescription<Label>, buckets = durationBuckets) {
    const histogram = this.once(description, PromHistogram, { buckets });
    return { observe: (labels: Labels<Label>, value: number) => histogram.observe(labels, value) };
  }

  /** Several readers may share one name, each with its own label values. */
  read<Label extends string = never>(description: ReadMetric<Label>): void {
    const { name, kind = 'gauge', labels = [], read } = description;
    const readers = this.readers.get(name) ?? [];
    this.readers.set(name, [...readers, { name, read, isFailing: false }]);
    const metric = this.once<Label, PromCounter | PromGauge>(
      description,
      kind === 'gauge' ? PromGauge : PromCounter,
      { collect: () => this.readAll(metric, name, labels.length > 0) },
    );
  }

  /** The text of all metrics; concurrent calls share one. */
  scrape(): Promise<string> {
    this.scraping ??= this.registry.metrics().finally(() => (this.scraping = undefined));
    return this.scraping;
  }

  /** Reads each reader separately: the values of a failed reader are omitted, including older ones. */
  private async readAll(metric: PromCounter | PromGauge, name: string, hasLabels: boolean): Promise<void> {
    const readers = this.readers.get(name) ?? [];
    const answers = await Promise.allSettled(
      readers.map(({ read }) => withinTime(Promise.resolve().then(read), readWithinMs)),
    );
    metric.reset();
    // A reset leaves the value 0.
    if (!hasLabels) metric.remove();
    for (const [index, reader] of readers.entries()) {
      try {
        const answer = answers[index];
        if (answer?.status !== 'fulfilled') throw answer?.reason;
        for (const { labels, value } of answer.value) metric.inc(labels, value);
        reader.isFailing = false;
      } catch (error) {
        this.dropped.add({ metric: name });
        if (!reader.isFailing) this.logger.warn({ err: error, metric: name }, 'a metric cannot be read');
        reader.isFailing = true;
      }
    }
  }

  /** @throws when another metric has the name */
  private once<Label extends string, Made extends Metric>(
    { name, help, labels = [] }: MetricDescription<Label>,
    Kind: new (configuration: never) => Made,
    also: object = {},
  ): Made {
    const configuration = { name, help, labelNames: [...labels], registers: [this.registry], ...also };
    const existing = this.registry.getSingleMetric(name) as (Made & { labelNames: string[] }) | undefined;
    if (existing instanceof Kind && existing.labelNames.join() === labels.join()) return existing;
    return new Kind(configuration as never);
  }
}
