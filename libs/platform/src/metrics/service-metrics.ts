import { X509Certificate } from 'node:crypto';
import { commandsBy, isCommandType, type MessageType, type ServiceName } from '@vault/contracts';
import type { EventBus, Subscription, MessageObserver, CommandObserver } from '@vault/messaging';
import type { Logger } from '@vault/base';
import type { RpcObserver } from '@vault/rpc';
import type { OutboxRelay } from '@vault/store';
import { Metrics } from './metrics.ts';
import platform from '../../package.json' with { type: 'json' };
import type { RequestObserver } from '../http/observe-requests.ts';

/** Initialises these series with 0, so that the first command shows as an increase. */
const expected = ['ok', 'unavailable', 'internal'] as const;

/** Counts the commands that a service sends. */
export function commandMetrics(metrics: Metrics, service: ServiceName): CommandObserver {
  const commands = metrics.counter({
    name: 'commands_sent_total',
    help: 'Commands sent, by the outcome from their owner; unavailable without an outcome in time.',
    labels: ['type', 'outcome'],
  });
  const durations = metrics.histogram({
    name: 'command_duration_seconds',
    help: 'Time from sending a command to its outcome.',
    labels: ['type'],
  });
  for (const type of commandsBy(service)) for (const outcome of expected) commands.add({ type, outcome }, 0);
  return {
    observe({ type, outcome, seconds }) {
      commands.add({ type, outcome });
      durations.observe({ type }, seconds);
    },
  };
}

/**
 * Reports until when this process's own certificates are valid.
 * @param current the certificates in PEM by their use; they may change
 */
export function certificateMetrics(
  metrics: Metrics,
  current: () => Readonly<Record<string, string | undefined>>,
): void {
  metrics.read({
    name: 'certificate_expiry_timestamp_seconds',
    help: 'The time at which a certificate of this process expires.',
    labels: ['use'],
    read: () =>
      Object.entries(current()).flatMap(([use, pem]) =>
        pem ? [{ labels: { use }, value: new X509Certificate(pem).validToDate.getTime() / 1_000 }] : [],
      ),
  });
}

/** Reports how wrong the clock of this machine is. @param read undefined without a server to compare it with */
export function clockMetrics(
  metrics: Metrics,
  service: string,
  read: () => { readonly skewMs: number } | undefined,
): void {
  metrics.read({
    name: 'clock_skew_seconds',
    help: 'How far the clock of this machine is ahead of the clock of its database; negative when it is behind.',
    labels: ['service'],
    read: () => {
      const clock = read();
      return clock ? [{ labels: { service }, value: clock.skewMs / 1_000 }] : [];
    },
  });
}

const labels = ['service', 'method', 'code'] as const;

/** Counts gRPC calls at the client and at the server. */
export function rpcMetrics(metrics: Metrics): RpcObserver {
  const sides = { client: sideOf('client', 'made'), server: sideOf('server', 'answered') };

  function sideOf(side: 'client' | 'server', verb: string) {
    return {
      calls: metrics.counter({ name: `rpc_${side}_calls_total`, help: `gRPC calls ${verb}.`, labels }),
      durations: metrics.histogram({
        name: `rpc_${side}_duration_seconds`,
        help: `Duration of gRPC calls ${verb}.`,
        labels: ['service', 'method'],
      }),
    };
  }

  return {
    observe({ side, service, method, code, seconds }) {
      const { calls, durations } = sides[side];
      calls.add({ service, method, code });
      durations.observe({ service, method }, seconds);
    },
  };
}

interface MessageMetrics extends MessageObserver {
  /** Starts each series of a group at 0, so that the first message is an increase. */
  expect(group: string, types: readonly MessageType[]): void;
}

const outcomesOfEvents = ['done', 'retried', 'dead'] as const;
const outcomesOfCommands = [...outcomesOfEvents, 'refused', 'failed', 'late'] as const;

/** Counts the attempts of handlers. */
export function messageMetrics(metrics: Metrics): MessageMetrics {
  const handled = metrics.counter({
    name: 'messages_handled_total',
    help: 'Attempts to handle a message: done, refused, failed or late (only commands), retried, dead (letter).',
    labels: ['group', 'type', 'outcome'],
  });
  const durations = metrics.histogram({
    name: 'message_handling_duration_seconds',
    help: 'Duration of one attempt to handle a message.',
    labels: ['group', 'type'],
  });
  return {
    expect(group, types) {
      for (const type of types)
        for (const outcome of isCommandType(type) ? outcomesOfCommands : outcomesOfEvents)
          handled.add({ group, type, outcome }, 0);
    },
    observe({ group, type, outcome, seconds }) {
      handled.add({ group, type, outcome });
      durations.observe({ group, type }, seconds);
    },
  };
}

/** A group of this process that reads topics. */
export interface Consumer {
  readonly group: string;
  readonly topics: readonly string[];
  readonly subscription: Subscription;
}

/** Reports the lag of the consumers of this process, and whether they work. */
export function consumerMetrics(metrics: Metrics, consumers: readonly Consumer[]): void {
  for (const { group, topics, subscription } of consumers) {
    for (const topic of topics) {
      metrics.read({
        name: 'consumer_lag',
        help: 'Messages of a topic that a group has not handled, including those that wait for a retry.',
        labels: ['group', 'topic'],
        read: async () => [{ labels: { group, topic }, value: await subscription.lag(topic) }],
      });
    }
    consumerHealth(metrics, group, () => subscription.isHealthy);
  }
}

/** Reports whether the member of a group in this process works. */
export function consumerHealth(metrics: Metrics, group: string, isHealthy: () => boolean): void {
  metrics.read({
    name: 'consumer_healthy',
    help: '1 while the member of a group in this process can read and commit.',
    labels: ['group'],
    read: () => [{ labels: { group }, value: isHealthy() ? 1 : 0 }],
  });
}

/** Reports whether messages can be published. */
export function producerMetrics(metrics: Metrics, bus: Pick<EventBus, 'isUnavailable'>): void {
  metrics.read({
    name: 'producer_healthy',
    help: '0 while it is known that this process cannot publish.',
    read: () => [{ labels: {}, value: bus.isUnavailable ? 0 : 1 }],
  });
}

/** Counts the dead letters of a group in this process, starting at 0 for each of its topics. */
export function deadLetterMetrics(
  metrics: Metrics,
  group: string,
  topics: readonly string[],
): (topic: string) => void {
  const letters = metrics.counter({
    name: 'dead_letters_total',
    help: 'Dead letters of a group in this process.',
    labels: ['group', 'topic'],
  });
  for (const topic of topics) letters.add({ group, topic }, 0);
  return (topic) => letters.add({ group, topic });
}

/** Counts HTTP requests. */
export function requestMetrics(metrics: Metrics): RequestObserver {
  const requests = metrics.counter({
    name: 'http_requests_total',
    help: 'HTTP requests that were answered, or whose client disconnected (499).',
    labels: ['method', 'route', 'status'],
  });
  const durations = metrics.histogram({
    name: 'http_request_duration_seconds',
    help: 'Time from the headers of a request to the end of its answer.',
    labels: ['method', 'route'],
  });
  const inFlight = metrics.gauge({
    name: 'http_requests_in_flight',
    help: 'Running HTTP requests.',
  });
  return {
    begin: () => inFlight.add({}, 1),
    end: ({ method, route, status, seconds }) => {
      inFlight.add({}, -1);
      requests.add({ method, route, status: String(status) });
      durations.observe({ method, route }, seconds);
    },
  };
}

/** Reports the waiting documents in the outboxes of a service. */
export function outboxMetrics(metrics: Metrics, service: string, relay: OutboxRelay): void {
  const labels = ['service'] as const;
  metrics.read({
    name: 'outbox_documents',
    help: 'Documents with messages that are not sent yet.',
    labels,
    read: async () => [{ labels: { service }, value: await relay.countWaiting() }],
  });
  metrics.read({
    name: 'outbox_oldest_age_seconds',
    help: 'Age of the oldest waiting document; 0 without one.',
    labels,
    read: async () => {
      const since = await relay.waitingSince();
      return [
        { labels: { service }, value: since ? Math.max(0, (Date.now() - since.getTime()) / 1_000) : 0 },
      ];
    },
  });
}

/** The jobs of one kind in one service. */
export interface QueuedJobs {
  /** From a closed list. */
  readonly kind: string;
  /** Jobs that do not run yet, including those that wait for a retry. */
  readonly waiting: number;
  readonly running: number;
  /** The age of the oldest job; 0 without one. */
  readonly oldestAgeSeconds: number;
}

export interface JobQueue {
  readonly service: string;
  /** Returns every kind, including those without a job. It must be cheap: it may query waiting jobs only. */
  readonly read: () => readonly QueuedJobs[] | Promise<readonly QueuedJobs[]>;
}

/** Reports the jobs of a queue; all metrics of one scrape share one read. */
export function queueMetrics(metrics: Metrics, { service, read }: JobQueue): void {
  let reading: Promise<readonly QueuedJobs[]> | undefined;
  const readOnce = () => (reading ??= Promise.resolve(read()).finally(() => (reading = undefined)));
  const addMetric = (name: string, help: string, valueOf: (jobs: QueuedJobs) => number) =>
    metrics.read({
      name,
      help,
      labels: ['service', 'kind'],
      read: async () =>
        (await readOnce()).map((jobs) => ({ labels: { service, kind: jobs.kind }, value: valueOf(jobs) })),
    });
  addMetric('job_queue_depth', 'Jobs that wait for a worker.', ({ waiting }) => waiting);
  addMetric('jobs_running', 'Running jobs.', ({ running }) => running);
  addMetric('job_oldest_age_seconds', 'Age of the oldest job.', (jobs) => jobs.oldestAgeSeconds);
}

/** Creates the metrics of this process. @param parts its services, such as `gateway` */
export function createMetrics(parts: readonly string[], logger: Logger): Metrics {
  const metrics = new Metrics(logger);
  const services = [...parts].sort().join(',');
  metrics
    .gauge({
      name: 'build_info',
      help: 'Version and services of this process; always 1.',
      labels: ['version', 'node_version', 'services'],
    })
    .set({ version: platform.version, node_version: process.version, services }, 1);
  return metrics;
}
