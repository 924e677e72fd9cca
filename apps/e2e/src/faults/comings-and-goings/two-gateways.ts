import assert from 'node:assert/strict';
import type { Answer, Api } from '../../testing/api.ts';
import { isServed } from '../../testing/insist.ts';

/** What stands before two gateways: it asks one, and the other when that one takes no connection. */
export class TwoGateways {
  /** Requests that nobody has answered as they should be. */
  readonly failures: string[] = [];
  answered = 0;
  private readonly apis: readonly Api[];
  private turn = 0;

  constructor(apis: readonly Api[]) {
    this.apis = apis;
  }

  /** A request that may be sent twice. @returns its answer; a failure is noted and is undefined */
  async ask(method: string, path: string, body?: unknown): Promise<Answer | undefined> {
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
    const what =
      typeof answer === 'string' ? answer : `${String(answer.status)} ${answer.text.slice(0, 200)}`;
    this.failures.push(`${method} ${path} after ${(performance.now() - begin).toFixed(0)} ms: ${what}`);
    // Also where failures are expected, they are in words.
    if (typeof answer !== 'string') assert.ok(!isServed(answer), `${method} ${path}: ${what}`);
    return undefined;
  }
}
