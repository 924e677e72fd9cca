import assert from 'node:assert/strict';
import { tryOnce } from '../../testing/insist.ts';
import type { Api } from '../../testing/api.ts';
import type { StoredData } from '../../testing/stored-data.ts';

/** A command waits ten seconds for its outcome; the rest is for a busy machine. */
const answeredWithinMs = 20_000;

/** Somebody who saves one title after the other for a video, each with a higher number. */
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

  /** Saves the next one. @returns whether that was done; if not, it was said so in words and in time */
  async saveNext(): Promise<boolean> {
    this.last += 1;
    const begin = performance.now();
    const body = { passthrough: this.videoId, title: this.latest };
    const answer = await tryOnce(this.api, 'PATCH', '/api/muxupload/save', body);
    const ms = performance.now() - begin;
    assert.ok(ms < answeredWithinMs, `a command was answered after ${ms.toFixed(0)} ms`);
    assert.ok(
      !answer || answer.status === 200,
      `a command was answered ${String(answer?.status)}: ${answer?.text ?? ''}`,
    );
    return answer !== undefined;
  }

  /** They stand in the topic in the order in which they were saved, however often each. */
  async assertOrder(stored: StoredData): Promise<void> {
    const messages = await stored.messages(['upload.commands']);
    const own = messages.filter(
      ({ subject, type }) => subject === this.videoId && type === 'upload.save-details.v1',
    );
    const numbers = own.map(({ data }) => Number(/^Title (\d+)$/.exec(String(data.title))?.[1] ?? 0));
    assert.ok(numbers.includes(this.last), `the last title, ${this.latest}, is not in its topic`);
    const sorted = numbers.toSorted((a, b) => a - b);
    assert.deepEqual(numbers, sorted, 'titles changed places');
    assert.equal(new Set(own.map(({ partition }) => partition)).size, 1, 'one video, two partitions');
  }
}
