import assert from 'node:assert/strict';
import type { SessionUser, VideoRecord } from '@vault/contracts';
import type { Answer, Api } from './api.ts';
import { sendAndSave, type Media, type Uploaded } from './send-file.ts';
import { until } from './until.ts';

/** Longer than anything that comes back by itself may stay away. */
const patienceMs = 300_000;

export interface Insisting {
  readonly body?: unknown;
  /** Answers that mean that an earlier try, whose answer was lost, has succeeded. */
  readonly alsoFine?: readonly number[];
  /** Answers after which a user tries again, beside 503. */
  readonly again?: readonly number[];
  readonly limitMs?: number;
}

/** One try as a user meets it. @returns undefined when the line broke or nobody could answer, which was said in words */
export async function tryOnce(
  api: Api,
  method: string,
  path: string,
  body?: unknown,
): Promise<Answer | undefined> {
  const answer = await api.send(method, path, { body }).catch(() => undefined);
  return answer && isServed(answer) && !(method === 'GET' && lacksChapters(answer)) ? answer : undefined;
}

/** Whether a record, or one of a list, came without its chapters because nobody could read them just now. */
export function lacksChapters({ json }: Answer): boolean {
  const records = [json?.data].flat() as (Partial<VideoRecord> | null | undefined)[];
  return records.some((record) => record?.chaptersMissing === true);
}

/** @returns false for an answer that says in words that nobody could do it just now */
export function isServed({ status, json, text }: Answer): boolean {
  if (status !== 503) return true;
  assert.ok(json?.status === 'error' && json.msg, `a 503 says nothing: ${text.slice(0, 200)}`);
  return false;
}

/**
 * Does what a user does when something is away for a moment: tries again until it works.
 * @throws at any other answer than success or "try again"
 */
export function insist(
  api: Api,
  method: string,
  path: string,
  { body, alsoFine = [], again = [], limitMs = patienceMs }: Insisting = {},
): Promise<Answer> {
  return until(
    `${method} ${path} to succeed`,
    async () => {
      const answer = await tryOnce(api, method, path, body);
      if (!answer || again.includes(answer.status)) return undefined;
      const isFine = answer.status === 200 || alsoFine.includes(answer.status);
      assert.ok(isFine, `${method} ${path} answered ${String(answer.status)}: ${answer.text.slice(0, 300)}`);
      return answer;
    },
    limitMs,
  );
}

/** Registers somebody new, also while services come and go or many register at once. */
export function registerPatiently(api: Api): Promise<SessionUser> {
  return until('somebody to be registered', () => api.register().catch(isNobodyThere), patienceMs);
}

/** Makes each service answer something: the first call of a process that has only just started may outlast its deadline. */
export async function makeFirstCalls(api: Api): Promise<void> {
  await registerPatiently(api);
  for (const [method, path] of [
    ['POST', '/api/auth/can-upload-video'],
    ['GET', '/api/muxvideos'],
    ['GET', '/api/search?keyword=first'],
  ] as const)
    await insist(api, method, path);
}

/** The whole way of the uploader, whose session may be refused while services come back. */
export async function uploadPatiently(api: Api, media: Media, title: string): Promise<Uploaded> {
  const open = () => api.openUpload().catch(isNobodyThere);
  return sendAndSave(api, await until('an upload to be opened', open, patienceMs), media, title);
}

/** The one failure after which a user simply tries again. */
function isNobodyThere(error: unknown): undefined {
  if (error instanceof Error && /answered 503|fetch failed/.test(error.message)) return undefined;
  throw error;
}
