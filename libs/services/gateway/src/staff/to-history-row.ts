import type { TokenHistoryRow } from '@vault/contracts';
import type { adminRpc } from '@vault/contracts/rpc';

/** A line of a token history with the field names of the API. */
export function toHistoryRow(entry: adminRpc.TokenHistoryEntry): TokenHistoryRow {
  return {
    _id: entry.id,
    muxVideoId: { _id: entry.videoId, title: entry.videoTitle },
    operationType: entry.operationType as TokenHistoryRow['operationType'],
    systemPrompt: entry.systemPrompt,
    customPrompt: entry.customPrompt,
    resultString: entry.result,
    createdAt: entry.createdAt,
    tokens: entry.tokens ?? null,
    state: entry.state as TokenHistoryRow['state'],
  };
}
