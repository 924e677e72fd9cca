import type { chapteringRpc } from '@vault/contracts/rpc';
import type { ChapterSetDocument } from '../chapter-sets/chapter-set.schema.ts';
import { failureMessage } from '../domain/jobs/failure-message.ts';
import { noWork, type Work } from '../domain/jobs/work.ts';
import type { OperationDocument } from './operation.schema.ts';
import { toWireJob } from './to-wire-job.ts';

/** After this time a record without a job belongs to a request whose process died. */
const giveUpMs = 60_000;

export type OperationStatus = Pick<
  chapteringRpc.Operation,
  'state' | 'msg' | 'code' | 'progress' | 'tokens'
> &
  Partial<Pick<chapteringRpc.Operation, 'chapterStart'>>;

/** Read from the set while the record is not final yet. @param set null when it was deleted */
export function operationStatus(
  operation: Omit<OperationDocument, 'commandIds' | 'generated'>,
  set: ChapterSetDocument | null,
  now: Date,
): OperationStatus {
  const { _id: id, kind, state, msg, code, createdAt } = operation;
  if (state !== 'queued') return { state, msg, code, progress: 100, tokens: operation.tokens };
  const { jobs, settlements }: Work = set ?? noWork;
  const job = Object.values(jobs).find((each) => each.id === id);
  if (set && job) return toWireJob(set, job);
  const settlement = settlements.find(({ operationId }) => operationId === id);
  if (settlement) {
    const tokens = settlement.isReserved ? settlement.tokens : 0;
    return {
      state: settlement.state,
      msg: settlement.msg,
      code: settlement.code ?? '',
      progress: 100,
      tokens,
    };
  }
  if (now.getTime() - createdAt.getTime() < giveUpMs)
    return { state: 'queued', msg: '', code: '', progress: 0 };
  const failureText = failureMessage(kind, { outage: 'unavailable', isPaid: true });
  return { state: 'failed', msg: failureText, code: 'unavailable', progress: 100, tokens: 0 };
}
