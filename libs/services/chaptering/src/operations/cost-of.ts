import type { OperationDocument } from './operation.schema.ts';

type Counted = Pick<OperationDocument, 'tokens' | 'tokensReserved' | 'tokensSent' | 'tokensReceived'>;

/** What an operation that has ended cost. Records of older versions do not say: nothing was set aside for what was free. */
export function costOf({ tokens, tokensReserved, tokensSent, tokensReceived }: Counted): number {
  return tokens ?? (tokensReserved > 0 ? tokensSent + tokensReceived : 0);
}
