import assert from 'node:assert/strict';
import type { SessionUser, UploadSession, VideoRecord } from '@vault/contracts';
import type { Answer, Api } from './api.ts';
import { sendFile, type Media } from './send-file.ts';
import { until } from '../shared/until.ts';

/** Longer than any recovery in these tests. */
const retryTimeoutMs = 300_000;

export interface RetryOptions {
  readonly body?: unknown;
  /** Statuses which mean that an earlier try, whose answer was lost, has succeeded. */
  readonly alsoAccepted?: readonly number[];
  /** Statuses that are retried, in addition to 503. */
  readonly retryOn?: readonly number[];
  readonly limitMs?: number;
}

/** Sends a request once. @returns undefined if the connection failed or the answer is a 503 with a message */
export async function tryOnce(
  api: Api,
  method: string,
  path: string,
  body?: unknown,
): Promise<Answer | undefined> {
  const answer = await api.send(method, path, { body }).catch(() => undefined);
  return answer && isServed(answer) && !(method === 'GET' && lacksChapters(answer)) ? answer : undefined;
}

/** Whether a record, or one of a list, lacks its chapters because chaptering did not answer. */
export function lacksChapters({ json }: Answer): boolean {
  const records = [json?.data].flat() as (Partial<VideoRecord> | null | undefined)[];
  return records.some((record) => record?.chaptersMissing === true);
}

/** @returns false for a 503 with a message. @throws for a 503 without one */
export function isServed({ status, json, text }: Answer): boolean {
  if (status !== 503) return true;
  assert.ok(json?.status === 'error' && json.msg, `a 503 has no message: ${text.slice(0, 200)}`);
  return false;
}

/**
 * Sends a request until it succeeds, as a user does during a short outage.
 * @throws for any answer that is neither a success nor to be retried
 */
export function sendWithRetry(
  api: Api,
  method: string,
  path: string,
  { body, alsoAccepted = [], retryOn = [], limitMs = retryTimeoutMs }: RetryOptions = {},
): Promise<Answer> {
  return until(
    `${method} ${path} to succeed`,
    async () => {
      const answer = await tryOnce(api, method, path, body);
      if (!answer || retryOn.includes(answer.status)) return undefined;
      const isAccepted = answer.status === 200 || alsoAccepted.includes(answer.status);
      assert.ok(
        isAccepted,
        `${method} ${path} answered ${String(answer.status)}: ${answer.text.slice(0, 300)}`,
      );
      return answer;
    },
    limitMs,
  );
}

/** Registers a new user, also while services restart or many users register. */
export function registerWithRetry(api: Api): Promise<SessionUser> {
  return until('a user to be registered', () => api.register().catch(ignoreUnavailable), retryTimeoutMs);
}

/** Calls each service once: the first call of a process that has just started may exceed its deadline. */
export async function warmUp(api: Api): Promise<void> {
  await registerWithRetry(api);
  for (const [method, path] of [
    ['POST', '/api/auth/can-upload-video'],
    ['GET', '/api/muxvideos'],
    ['GET', '/api/search?keyword=first'],
  ] as const)
    await sendWithRetry(api, method, path);
}

/** Uploads a video, also while services restart. @returns its id */
export async function uploadWithRetry(api: Api, media: Media, title: string): Promise<string> {
  const { id, url } = (await sendWithRetry(api, 'GET', '/api/muxupload')).json!.data as UploadSession;
  await sendFile(api, url, media);
  await sendWithRetry(api, 'PATCH', '/api/muxupload/save', { body: { passthrough: id, title } });
  return id;
}

/** Ignores the failures that are retried. @throws all others */
function ignoreUnavailable(error: unknown): undefined {
  if (error instanceof Error && /answered 503|fetch failed/.test(error.message)) return undefined;
  throw error;
}
