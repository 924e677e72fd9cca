import type { chapteringRpc } from '@vault/contracts/rpc';

/** A running generation of chapters. */
export function operationOf(id: string): chapteringRpc.Operation {
  return {
    id,
    videoId: 'v',
    kind: 'chapters',
    state: 'running',
    msg: '',
    progress: 40,
    systemMessage: 'The system prompt.',
    userMessage: '',
    result: '',
    createdAt: 1_795_000_000,
    code: '',
  };
}
