import type { chapteringRpc } from '@vault/contracts/rpc';

/** Chapters that are being written. */
export function operationOf(id: string): chapteringRpc.Operation {
  return {
    id,
    videoId: 'v',
    kind: 'chapters',
    state: 'running',
    msg: '',
    progress: 40,
    systemMessage: 'As the person wished.',
    userMessage: '',
    result: '',
    createdAt: 1_795_000_000,
    code: '',
  };
}
