import { Counter, Gauge, Histogram, Registry, collectDefaultMetrics } from 'prom-client';
import { withinTime } from '../scheduling/within-time.ts';
import type { Logger } from '../logging/logger.ts';
import type {
  Counter as AnyCounter,
  Gauge as AnyGauge,
  Histogram as AnyHistogram,
  Labels,
  MetricDescription,
  Metrics,
  Reading,
  ReadMetric,
} from './metrics.ts';

/** Metrics that can be scraped over HTTP. */
export interface Scrapable {
  readonly contentType: string;
  /** The text of all metrics; concurrent calls share one. */
  scrape(): Promise<string>;
}

/** From 1 ms to the longest request, in seconds. */
const durationBuckets = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];
const readWithinMs = 1_000;
/** Bounds the memory of a metric with too many label values, which would be a bug. */
const maxSeries = 1_000;

interface Reader {
  readonly name: string;
  readonly read: () => readonly Reading<string>[] | Promise<readonly Reading<string>[]>;
  isFailing: boolean;
}

interface ReadSeries {
  readonly metric: Counter | Gauge;
  readonly labels: readonly string[];
  readonly readers: Reader[];
}

/** The metrics of one process in their own registry, in the text format of Prometheus. */
export class PrometheusMetrics implements Metrics, Scrapable {
  private readonly registry = new Registry();
  private readonly known = new Map<string, unknown>();
  private readonly reads = new Map<string, ReadSeries>();
  private readonly failures: AnyCounter<'metric'>;
  private readonly dropped: AnyCounter<'metric'>;
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

  get contentType(): string {
    return this.registry.contentType;
  }

  /** Adds the default metrics of a Node process: CPU, memory, event loop, garbage collection. */
  addProcessMetrics(): void {
    collectDefaultMetrics({ register: this.registry });
  }

  counter<Label extends string = never>(description: MetricDescription<Label>): AnyCounter<Label> {
    return this.once(description, 'counter', () => {
      const metric = new Counter(this.configuration(description));
      const series = this.seriesOf(description, (values) => metric.labels(...values));
      return { add: (labels: Labels<Label>, amount = 1) => series(labels)?.inc(amount) };
    });
  }

  gauge<Label extends string = never>(description: MetricDescription<Label>): AnyGauge<Label> {
    return this.once(description, 'gauge', () => {
      const metric = new Gauge(this.configuration(description));
      const series = this.seriesOf(description, (values) => metric.labels(...values));
      return {
        set: (labels: Labels<Label>, value: number) => series(labels)?.set(value),
        add: (labels: Labels<Label>, amount: number) => series(labels)?.inc(amount),
      };
    });
  }

  histogram<Label extends string = never>(
    description: MetricDescription<Label> & { readonly buckets?: readonly number[] },
  ): AnyHistogram<Label> {
    return this.once(description, 'histogram', () => {
      const buckets = [...(description.buckets ?? durationBuckets)];
      const metric = new Histogram({ ...this.configuration(description), buckets });
      const series = this.seriesOf(description, (values) => metric.labels(...values));
      return { observe: (labels: Labels<Label>, value: number) => series(labels)?.observe(value) };
    });
  }

  read<Label extends string = never>(description: ReadMetric<Label>): void {
    const { name, kind = 'gauge', read } = description;
    const { readers } = this.once<Label, ReadSeries>(description, `read ${kind}`, () => {
      const Kind = kind === 'gauge' ? Gauge : Counter;
      const metric = new Kind(this.configuration(description));
      const series = { metric, labels: description.labels ?? [], readers: [] };
      this.reads.set(name, series);
      return series;
    });
    readers.push({ name, read: read, isFailing: false });
  }

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
    make: (values: string[]) => Series,
  ): (labels: Labels<Label>) => Series | undefined {
    const found = new Map<string, Series>();
    return (given) => {
      const values = labels.map((label) => given[label]);
      const key = values.join('\u0000');
      const known = found.get(key);
      if (known) return known;
      if (found.size >= maxSeries) {
        this.dropped.add({ metric: name });
        return undefined;
      }
      const made = make(values);
      found.set(key, made);
      return made;
    };
  }

  private once<Label extends string, Made>(
    { name, labels = [] }: MetricDescription<Label>,
    kind: string,
    make: () => Made,
  ): Made {
    const signature = `${name}: ${kind} by ${labels.join(', ')}`;
    const made = (this.known.get(signature) as Made | undefined) ?? make();
    this.known.set(signature, made);
    return made;
  }
}
