import assert from 'node:assert/strict';
import type { Answer, Api } from '../../testing/api/api.ts';
import { isServed } from '../../testing/api/send-with-retry.ts';

/** A load balancer for two gateways: alternates between them, and tries the other one if a connection fails. */
export class TwoGateways {
  /** Descriptions of the failed requests. */
  readonly failures: string[] = [];
  answered = 0;
  private readonly apis: readonly Api[];
  private turn = 0;

  constructor(apis: readonly Api[]) {
    this.apis = apis;
  }

  /** Sends an idempotent request. @returns its answer; undefined after a failure, which is added to `failures` */
  async request(method: string, path: string, body?: unknown): Promise<Answer | undefined> {
    this.turn += 1;
    const [first, second] = this.turn % 2 === 0 ? this.apis : this.apis.toReversed();
    const [begin, headers] = [performance.now(), { connection: 'close' }];
    const answer = await first!
      .send(method, path, { body, headers })
      .catch(() => second!.send(method, path, { body, headers }))
      .catch((error: unknown) => String(error));
    if (typeof answer !== 'string' && answer.status === 200) {
      this.answered += 1;
      return answer;
    }
    const description =
      typeof answer === 'string' ? answer : `${String(answer.status)} ${answer.text.slice(0, 200)}`;
    this.failures.push(
      `${method} ${path} after ${(performance.now() - begin).toFixed(0)} ms: ${description}`,
    );
    // Every failed answer must be a 503 with a message.
    if (typeof answer !== 'string') assert.ok(!isServed(answer), `${method} ${path}: ${description}`);
    return undefined;
  }
}
