import { Agent, request } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';

export interface Polling {
  /** Addresses, asked in turn. */
  readonly urls: readonly string[];
  readonly token: string;
  readonly perSecond: number;
  /** Open connections, used in turn: a tab of a browser each. */
  readonly connections: number;
  readonly seconds: number;
  /** Reads each answer; false ends the polling early. */
  readonly goesOn?: (body: string) => boolean;
}

/** How long each poll took, in ms, and how many were not answered with 200. */
export interface PollingOutcome {
  readonly tookMs: readonly number[];
  readonly failures: number;
  /** How many were answered with each status; 0 is no answer. */
  readonly statuses: ReadonlyMap<number, number>;
}

/**
 * Polls at an even rate that does not slow down when answers do. A poll's time counts from when it was due, so that
 * one slow answer shows in all that had to wait behind it.
 */
export async function pollSteadily(polling: Polling): Promise<PollingOutcome> {
  const { urls, token, perSecond, connections, seconds, goesOn = () => true } = polling;
  const agents = Array.from({ length: connections }, () => new Agent({ keepAlive: true, maxSockets: 1 }));
  const tookMs: number[] = [];
  const statuses = new Map<number, number>();
  const underWay = new Set<Promise<void>>();
  const seen = { failures: 0, isOver: false };
  const poll = async (number: number, due: number) => {
    const agent = agents[number % agents.length];
    const { status, body } = await get(urls[number % urls.length] ?? '', token, agent).catch(() => nothing);
    tookMs.push(performance.now() - due);
    statuses.set(status, (statuses.get(status) ?? 0) + 1);
    if (status !== 200) seen.failures += 1;
    else if (!goesOn(body)) seen.isOver = true;
  };
  const begun = performance.now();
  for (let number = 0; number < perSecond * seconds && !seen.isOver; number += 1) {
    const due = begun + (number * 1_000) / perSecond;
    const early = due - performance.now();
    if (early > 0) await wait(early);
    const asked = poll(number, due).finally(() => underWay.delete(asked));
    underWay.add(asked);
  }
  await Promise.all(underWay);
  for (const agent of agents) agent.destroy();
  return { tookMs, failures: seen.failures, statuses };
}

const nothing = { status: 0, body: '' };

function get(url: string, token: string, agent: Agent | undefined): Promise<typeof nothing> {
  return new Promise((resolve, reject) => {
    const asked = request(url, { agent, headers: { authorization: `Bearer ${token}` } }, (answer) => {
      let body = '';
      answer.setEncoding('utf8').on('data', (part: string) => (body += part));
      answer.once('end', () => resolve({ status: answer.statusCode ?? 0, body }));
      answer.once('error', reject);
    });
    asked.once('error', reject).end();
  });
}
