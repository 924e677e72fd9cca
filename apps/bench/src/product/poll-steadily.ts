import { Agent, request } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';

export interface Polling {
  /** Polled in turn. */
  readonly urls: readonly string[];
  readonly token: string;
  readonly perSecond: number;
  /** Number of open connections, used in turn; each represents one browser tab. */
  readonly connections: number;
  readonly seconds: number;
  /** Called with each answer; false ends the polling early. */
  readonly shouldContinue?: (body: string) => boolean;
}

/** The time of each poll, in ms, and the number of polls without status 200. */
export interface PollingOutcome {
  readonly tookMs: readonly number[];
  readonly failures: number;
  /** Number of polls by status; 0 means no answer. */
  readonly statuses: ReadonlyMap<number, number>;
}

/**
 * Polls at a constant rate that does not depend on the answers. A poll's time counts from when it was due, so that
 * it includes the time it waited for a slow earlier one.
 */
export async function pollSteadily(polling: Polling): Promise<PollingOutcome> {
  const { urls, token, perSecond, connections, seconds, shouldContinue = () => true } = polling;
  const agents = Array.from({ length: connections }, () => new Agent({ keepAlive: true, maxSockets: 1 }));
  const tookMs: number[] = [];
  const statuses = new Map<number, number>();
  const pendingPolls = new Set<Promise<void>>();
  const state = { failures: 0, isOver: false };
  const poll = async (number: number, due: number) => {
    const agent = agents[number % agents.length];
    const { status, body } = await get(urls[number % urls.length] ?? '', token, agent).catch(() => noAnswer);
    tookMs.push(performance.now() - due);
    statuses.set(status, (statuses.get(status) ?? 0) + 1);
    if (status !== 200) state.failures += 1;
    else if (!shouldContinue(body)) state.isOver = true;
  };
  const startedAt = performance.now();
  for (let number = 0; number < perSecond * seconds && !state.isOver; number += 1) {
    const due = startedAt + (number * 1_000) / perSecond;
    const early = due - performance.now();
    if (early > 0) await wait(early);
    const pending = poll(number, due).finally(() => pendingPolls.delete(pending));
    pendingPolls.add(pending);
  }
  await Promise.all(pendingPolls);
  for (const agent of agents) agent.destroy();
  return { tookMs, failures: state.failures, statuses };
}

const noAnswer = { status: 0, body: '' };

function get(url: string, token: string, agent: Agent | undefined): Promise<typeof noAnswer> {
  return new Promise((resolve, reject) => {
    const outgoing = request(url, { agent, headers: { authorization: `Bearer ${token}` } }, (answer) => {
      let body = '';
      answer.setEncoding('utf8').on('data', (part: string) => (body += part));
      answer.once('end', () => resolve({ status: answer.statusCode ?? 0, body }));
      answer.once('error', reject);
    });
    outgoing.once('error', reject).end();
  });
}
