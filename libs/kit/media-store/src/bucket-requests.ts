import { createHash } from 'node:crypto';

import type { S3Client } from '@aws-sdk/client-s3';

import { statusOf, toStoreError } from './bucket-error.ts';
import type { MediaStoreProblem } from './media-store.ts';
import { MediaStoreError } from './media-store.ts';

/** A request that a bucket's server has answered or not; a call that is repeated makes several. */
export interface BucketRequest {
  /** S3's name, such as `GetObject`. */
  readonly operation: string;
  /** `ended`: who made the call ended it. That a condition does not hold, or a span does not exist, is an answer: `ok`. */
  readonly outcome: 'ok' | 'ended' | MediaStoreProblem;
  /** Until the answer begins; its body is not included. */
  readonly seconds: number;
}

const answers = new Set([412, 416]);

function outcomeOf(error: unknown): BucketRequest['outcome'] {
  if (answers.has(statusOf(error) ?? 0)) return 'ok';
  const { name, cause } = error as Error;
  // The deadlines of calls end them with one of these.
  const isDeadline =
    cause instanceof MediaStoreError || (cause as Error | undefined)?.name === 'TimeoutError';
  if (name === 'AbortError' && !isDeadline) return 'ended';
  const problem = toStoreError(error, undefined);
  return problem instanceof MediaStoreError ? problem.problem : 'unavailable';
}

/** Reports each request of a client, after the repeats and signatures of the SDK. */
export function reportRequests(client: S3Client, report: (request: BucketRequest) => void): void {
  client.middlewareStack.add(
    (next, { commandName = '' }) =>
      async (request) => {
        const startedAt = performance.now();
        let outcome: BucketRequest['outcome'] = 'ok';
        try {
          return await next(request);
        } catch (error) {
          outcome = outcomeOf(error);
          throw error;
        } finally {
          const operation = commandName.replace(/Command$/, '');
          report({ operation, outcome, seconds: (performance.now() - startedAt) / 1000 });
        }
      },
    { step: 'finalizeRequest', priority: 'low', name: 'reportRequests' },
  );
}

/** Sends the checksum of a deletion, which S3 requires, in the form that every server knows. */
export function sendMd5(client: S3Client): void {
  client.middlewareStack.add(
    (next, { commandName }) =>
      async (args) => {
        const request = args.request as { headers: Record<string, string>; body?: unknown };
        const { headers, body } = request;
        if (commandName === 'DeleteObjectsCommand' && typeof body === 'string') {
          const isOther = ([name]: [string, string]): boolean => !/^x-amz-(?:sdk-)?checksum-/i.test(name);
          const md5 = createHash('md5').update(body).digest('base64');
          request.headers = {
            ...Object.fromEntries(Object.entries(headers).filter(isOther)),
            'content-md5': md5,
          };
        }
        return await next(args);
      },
    // After the SDK has added its own, and before the request is signed.
    { step: 'build', priority: 'low', name: 'sendMd5' },
  );
}
