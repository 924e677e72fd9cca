import type { chapteringRpc } from '@vault/contracts/rpc';
import type { ChapterSetDocument } from '../chapters/chapter-set.schema.ts';
import { failureWords } from '../domain/failure-words.ts';
import { workOf } from '../domain/work.ts';
import { costOf } from './cost-of.ts';
import type { OperationDocument } from './operation.schema.ts';
import { toWireJob } from './to-wire-job.ts';

/** A request that has not become a job by then never will. */
const giveUpMs = 60_000;

export type HowItGoes = Pick<chapteringRpc.Operation, 'state' | 'msg' | 'code' | 'progress' | 'tokens'>;

/** The set knows first: what has ended there is written into the record next. @param set null when it is gone */
export function howItGoes(
  operation: Omit<OperationDocument, 'commandIds' | 'written'>,
  set: ChapterSetDocument | null,
  now: Date,
): HowItGoes {
  const { _id: id, videoId, kind, state, msg, code, createdAt } = operation;
  if (state !== 'queued') return { state, msg, code, progress: 100, tokens: costOf(operation) };
  const { jobs, endings } = set ? workOf(set) : { jobs: {}, endings: [] };
  const job = Object.values(jobs).find((each) => each.id === id);
  if (job) return toWireJob(videoId, job);
  const ending = endings.find(({ operationId }) => operationId === id);
  if (ending) {
    const tokens = ending.isReserved ? ending.tokens : 0;
    return { state: ending.state, msg: ending.msg, code: ending.code ?? '', progress: 100, tokens };
  }
  if (now.getTime() - createdAt.getTime() < giveUpMs)
    return { state: 'queued', msg: '', code: '', progress: 0 };
  const lost = failureWords(kind, { isAway: true, isPaid: true });
  return { state: 'failed', msg: lost, code: 'unavailable', progress: 100, tokens: 0 };
}
