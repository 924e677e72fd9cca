import { withinTime } from '@vault/base';
import { EventBusClosedError } from '../../events/event-errors.ts';
import { kafkaErrorType } from './kafka-error.ts';
import type { Bounds, NotedOffset, RecordAdmin } from './kafka-types.ts';
import { noSuchTopic } from './no-such-topic.ts';

const answerWithinMs = 5000;

/** Sends admin requests about groups and topics to the broker; each succeeds or fails in bounded time. */
export class KafkaAdmin {
  private readonly open: () => Promise<RecordAdmin>;
  private readonly inFlight = new Set<Promise<unknown>>();
  private admin: Promise<RecordAdmin> | undefined;
  private isClosed = false;

  constructor(open: () => Promise<RecordAdmin>) {
    this.open = open;
  }

  committed(group: string, topics: readonly string[]): Promise<NotedOffset[]> {
    return this.request((admin) => admin.committed(group, topics), topics);
  }

  async bounds(topics: readonly string[]): Promise<Bounds[]> {
    const all = await Promise.all(
      topics.map((topic) => this.request((admin) => admin.bounds(topic), [topic])),
    );
    return all.flat();
  }

  members(group: string): Promise<string[]> {
    return this.request((admin) => admin.members(group));
  }

  emptyGroups(prefix: string): Promise<string[]> {
    return this.request((admin) => admin.emptyGroups(prefix));
  }

  deleteGroup(group: string): Promise<void> {
    return this.request((admin) => admin.deleteGroup(group));
  }

  async close(): Promise<void> {
    this.isClosed = true;
    const admin = this.admin;
    this.admin = undefined;
    if (!admin) return;
    const closing = closeAfter(admin, [...this.inFlight]);
    await withinTime(closing, answerWithinMs, () => new Error('Kafka did not close the connection.')).catch(
      () => undefined,
    );
  }

  /** Makes two attempts, because the first fails if the connection was closed meanwhile. */
  private async request<T>(
    send: (admin: RecordAdmin) => Promise<T>,
    topics: readonly string[] = [],
  ): Promise<T> {
    try {
      return await this.requestOnce(send);
    } catch (first) {
      refuseUnknown(first, topics);
    }
    try {
      return await this.requestOnce(send);
    } catch (second) {
      refuseUnknown(second, topics);
      throw new Error('Kafka does not answer.', { cause: second });
    }
  }

  private async requestOnce<T>(send: (admin: RecordAdmin) => Promise<T>): Promise<T> {
    if (this.isClosed) throw new EventBusClosedError();
    const opening = (this.admin ??= this.open());
    const answer = opening.then(send);
    this.inFlight.add(answer);
    answer.catch(() => undefined).finally(() => this.inFlight.delete(answer));
    try {
      return await withinTime(answer, answerWithinMs, () => new Error('Kafka took too long.'));
    } catch (error) {
      // Once for all requests that fail together: each further call of kafkajs' close adds listeners.
      if (this.admin === opening) {
        this.admin = undefined;
        closeAfter(opening, [...this.inFlight]).catch(() => undefined);
      }
      throw error;
    }
  }
}

/** Closes at once, and again when the requests have ended: one that kafkajs retries opens its connections anew. */
async function closeAfter(
  opening: Promise<RecordAdmin>,
  requests: readonly Promise<unknown>[],
): Promise<void> {
  const admin = await opening;
  void Promise.allSettled(requests)
    .then(() => admin.close())
    .catch(() => undefined);
  await admin.close();
}

function refuseUnknown(error: unknown, topics: readonly string[]): void {
  if (kafkaErrorType(error) === 'UNKNOWN_TOPIC_OR_PARTITION') throw noSuchTopic(topics.join(', '), error);
}
