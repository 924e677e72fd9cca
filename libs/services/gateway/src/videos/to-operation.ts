import {
  formatTimeCode,
  type Operation,
  type OperationKind,
  type OperationState,
  type RunningOperation,
} from '@vault/contracts';
import type { chapteringRpc } from '@vault/contracts/rpc';

/** An operation as a record of the API shows it. */
export function toRunningOperation(operation: chapteringRpc.Operation): RunningOperation {
  const { id, kind, state, progress, chapterStart } = operation;
  return {
    id,
    kind: kind as OperationKind,
    state: state as OperationState,
    progress,
    chapterStart: chapterStart === undefined ? null : formatTimeCode(chapterStart),
  };
}

/** An operation with what was sent and what came back. */
export function toOperation(operation: chapteringRpc.Operation): Operation {
  const { msg, systemMessage, userMessage, result, tokens } = operation;
  return {
    ...toRunningOperation(operation),
    msg,
    system_message: systemMessage,
    user_message: userMessage,
    result,
    ...(tokens === undefined ? {} : { tokens }),
  };
}
