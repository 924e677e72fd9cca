import {
  Counter as PromCounter,
  Gauge as PromGauge,
  Histogram as PromHistogram,
  Registry,
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
/** Bounds the memory of a metric with too many label values, which would be a bug. */
const maxSeries = 1_000;

interface Reader {
  readonly name: string;
  readonly read: ReadMetric<string>['read'];
  isFailing: boolean;
}

interface ReadSeries {
  readonly metric: PromCounter | PromGauge;
  readonly labels: readonly string[];
  readonly readers: Reader[];
}

/**
 * The metrics of one process, in the text format of Prometheus. The same name returns the same metric, so services in
 * one process share metrics and distinguish their values by a label.
 */
export class Metrics {
  readonly registry = new Registry();
  private readonly existing = new Map<string, unknown>();
  private readonly reads = new Map<string, ReadSeries>();
  private readonly failures: Counter<'metric'>;
  private readonly dropped: Counter<'metric'>;
  private scraping: Promise<string> | undefined;

  constructor(private readonly logger: Logger) {
    const labels = ['metric'] as const;
    this.failures = this.counter({
      name: 'metrics_read_failures_total',
      help: 'Scrapes at which a metric could not be read.',
      labels,
    });
    this.dropped = this.counter({
      name: 'metrics_dropped_total',
      help: 'Values dropped because their metric has too many series.',
      labels,
    });
  }

  counter<Label extends string = never>(description: MetricDescription<Label>): Counter<Label> {
    return this.once(description, 'counter', () => {
      const series = this.seriesOf(description, new PromCounter(this.configuration(description)));
      return { add: (labels: Labels<Label>, amount = 1) => series(labels)?.inc(amount) };
    });
  }

  gauge<Label extends string = never>(description: MetricDescription<Label>) {
    return this.once(description, 'gauge', () => {
      const series = this.seriesOf(description, new PromGauge(this.configuration(description)));
      return {
        set: (labels: Labels<Label>, value: number) => series(labels)?.set(value),
        add: (labels: Labels<Label>, amount: number) => series(labels)?.inc(amount),
      };
    });
  }

  /** @param buckets ascending upper bounds */
  histogram<Label extends string = never>(description: MetricDescription<Label>, buckets = durationBuckets) {
    return this.once(description, 'histogram', () => {
      const metric = new PromHistogram({ ...this.configuration(description), buckets });
      const series = this.seriesOf(description, metric);
      return { observe: (labels: Labels<Label>, value: number) => series(labels)?.observe(value) };
    });
  }

  /** Several readers may share one name, each with its own label values. */
  read<Label extends string = never>(description: ReadMetric<Label>): void {
    const { name, kind = 'gauge', read } = description;
    const { readers } = this.once<Label, ReadSeries>(description, `read ${kind}`, () => {
      const Kind = kind === 'gauge' ? PromGauge : PromCounter;
      const metric = new Kind(this.configuration(description));
      const series = { metric, labels: description.labels ?? [], readers: [] };
      this.reads.set(name, series);
      return series;
    });
    readers.push({ name, read, isFailing: false });
  }

  /** The text of all metrics; concurrent calls share one. */
  scrape(): Promise<string> {
    this.scraping ??= this.collect().finally(() => (this.scraping = undefined));
    return this.scraping;
  }

  private async collect(): Promise<string> {
    await Promise.all([...this.reads.values()].map((series) => this.readSeries(series)));
    return await this.registry.metrics();
  }

  /** Reads each reader separately: the values of a failed reader are omitted, including older ones. */
  private async readSeries({ metric, labels, readers }: ReadSeries): Promise<void> {
    const answers = await Promise.allSettled(
      readers.map(({ read }) => withinTime(Promise.resolve().then(read), readWithinMs)),
    );
    metric.reset();
    if (labels.length === 0) metric.remove();
    for (const [index, reader] of readers.entries()) {
      try {
        const answer = answers[index];
        if (answer?.status !== 'fulfilled') throw answer?.reason;
        for (const { labels: values, value } of answer.value.slice(0, maxSeries)) {
          metric.labels(...labels.map((label) => values[label] ?? '')).inc(value);
        }
        reader.isFailing = false;
      } catch (error) {
        this.reportFailure(reader, error);
      }
    }
  }

  private reportFailure(reader: Reader, error: unknown): void {
    this.failures.add({ metric: reader.name });
    if (!reader.isFailing) this.logger.warn({ err: error, metric: reader.name }, 'a metric cannot be read');
    reader.isFailing = true;
  }

  private configuration({ name, help, labels = [] }: MetricDescription<string>) {
    return { name, help, labelNames: [...labels], registers: [this.registry] };
  }

  /** Caches the series by label values, and bounds their number. */
  private seriesOf<Label extends string, Series>(
    { name, labels = [] }: MetricDescription<Label>,
    metric: { labels(...values: string[]): Series },
  ): (labels: Labels<Label>) => Series | undefined {
    const found = new Map<string, Series>();
    return (labelValues) => {
      const values = labels.map((label) => labelValues[label]);
      const key = values.join('\u0000');
      const existing = found.get(key);
      if (existing) return existing;
      if (found.size >= maxSeries) {
        this.dropped.add({ metric: name });
        return undefined;
      }
      const newSeries = metric.labels(...values);
      found.set(key, newSeries);
      return newSeries;
    };
  }

  private once<Label extends string, Made>(
    { name, labels = [] }: MetricDescription<Label>,
    kind: string,
    make: () => Made,
  ): Made {
    const signature = `${name}: ${kind} by ${labels.join(', ')}`;
    const metric = (this.existing.get(signature) as Made | undefined) ?? make();
    this.existing.set(signature, metric);
    return metric;
  }
}
