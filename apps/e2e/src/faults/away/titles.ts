import assert from 'node:assert/strict';
import { tryOnce } from '../../testing/api/send-with-retry.ts';
import type { Api } from '../../testing/api/api.ts';
import type { StoredData } from '../../testing/stores/stored-data.ts';

/** The gateway waits ten seconds for the outcome of a command; the rest is a margin for a busy machine. */
const maxAnswerMs = 20_000;

/** Saves numbered titles for a video, one after the other. */
export class Titles {
  private readonly api: Api;
  private readonly videoId: string;
  private last = 0;

  constructor(api: Api, videoId: string) {
    this.api = api;
    this.videoId = videoId;
  }

  get latest(): string {
    return `Title ${String(this.last)}`;
  }

  /** Saves the next title. @returns false for a 503 with a message; throws for any other failure or a late answer */
  async saveNext(): Promise<boolean> {
    this.last += 1;
    const begin = performance.now();
    const body = { passthrough: this.videoId, title: this.latest };
    const answer = await tryOnce(this.api, 'PATCH', '/api/muxupload/save', body);
    const ms = performance.now() - begin;
    assert.ok(ms < maxAnswerMs, `a command was answered after ${ms.toFixed(0)} ms`);
    assert.ok(
      !answer || answer.status === 200,
      `a command was answered ${String(answer?.status)}: ${answer?.text ?? ''}`,
    );
    return answer !== undefined;
  }

  /** Asserts that the topic has the titles in the order in which they were saved; duplicates are allowed. */
  async assertOrder(stored: StoredData): Promise<void> {
    const messages = await stored.messages(['upload.commands']);
    const own = messages.filter(
      ({ subject, type }) => subject === this.videoId && type === 'upload.save-details.v1',
    );
    const numbers = own.map(({ data }) => Number(/^Title (\d+)$/.exec(String(data.title))?.[1] ?? 0));
    assert.ok(numbers.includes(this.last), `the last title, ${this.latest}, is not in its topic`);
    const sorted = numbers.toSorted((a, b) => a - b);
    assert.deepEqual(numbers, sorted, 'titles are in another order');
    assert.equal(new Set(own.map(({ partition }) => partition)).size, 1, 'one video, two partitions');
  }
}
