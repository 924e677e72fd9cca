import { AppError } from '@vault/base';
import { toErrorEnvelope } from '@vault/contracts';
import type { FastifyReply } from 'fastify';

interface StaleEdit<Row> {
  readonly reply: FastifyReply;
  readonly noun: 'user' | 'team';
  /** Which the caller has edited. */
  readonly version: number | undefined;
  readonly read: () => Promise<Row>;
}

/** Answers an edit of a stale version with the current row. @throws `error` when that was not the reason */
export async function currentAfterConflict<Row extends { readonly version: number }>(
  error: unknown,
  { reply, noun, version, read }: StaleEdit<Row>,
) {
  if (version === undefined || !AppError.is(error, 'conflict')) throw error;
  const data = await read();
  if (data.version === version) throw error;
  void reply.status(409);
  const msg = `Someone has changed this ${noun} since you opened it. Nothing was saved.`;
  return { ...toErrorEnvelope(new AppError('conflict', msg)), data };
}
