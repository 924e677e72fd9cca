import type { TokenHistoryRow } from '@vault/contracts';
import type { chapteringRpc } from '@vault/contracts/rpc';

/** A line of a token history with the field names of the API. @param titles by video id */
export function toHistoryRow(
  operation: chapteringRpc.OperationEntry,
  titles: ReadonlyMap<string, string>,
): TokenHistoryRow {
  return {
    _id: operation.id,
    muxVideoId: { _id: operation.videoId, title: titles.get(operation.videoId) ?? '' },
    operationType: operation.kind as TokenHistoryRow['operationType'],
    systemPrompt: operation.systemPrompt,
    customPrompt: operation.customPrompt,
    resultString: operation.result,
    createdAt: operation.createdAt,
    tokens: operation.tokens ?? null,
    state: operation.state as TokenHistoryRow['state'],
  };
}
