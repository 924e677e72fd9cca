import type { Row } from './stored-data.ts';

/** The stored documents of chaptering and auth about tokens. */
export interface TokenRows {
  readonly operations: readonly Row[];
  readonly accounts: readonly Row[];
  readonly ledger: readonly Row[];
}

/**
 * Checks that the ledger adds up to the balance, that no balance is negative, and that each ended operation was charged
 * once for its actual cost, or not at all if it failed.
 * @returns one sentence for each fault
 */
export function checkTokens({ operations, accounts, ledger }: TokenRows): string[] {
  const entries = accounts.flatMap((account) => entriesOf(account, ledger));
  return [
    ...accounts.flatMap((account) => checkAccount(account, entriesOf(account, ledger))),
    ...operations.filter(({ state }) => state !== 'queued').flatMap((one) => checkCharge(one, entries)),
    ...operations
      .filter(
        ({ _id }) =>
          operations.filter(({ commandIds }) => (commandIds as unknown[]).includes(_id)).length > 1,
      )
      .map(({ _id }) => `a command started two operations: ${String(_id)}`),
  ];
}

/** The entries in the ledger and those that are still in the account, each once. */
function entriesOf({ _id, outbox }: Row, ledger: readonly Row[]): Row[] {
  const copied = ledger.filter(({ userId }) => userId === _id);
  const isCopied = ({ id }: Row) => copied.some((entry) => String(entry['_id']).endsWith(`/${String(id)}`));
  return [...copied, ...(outbox as Row[]).filter((entry) => !isCopied(entry))];
}

function checkAccount({ _id, granted, added }: Row, entries: readonly Row[]): string[] {
  const balance = Number(granted) + Number(added);
  const sum = sumOf(entries);
  return [
    ...(sum === balance
      ? []
      : [`the ledger says ${String(sum)}, the account ${String(balance)}: ${String(_id)}`]),
    ...(Number(granted) >= 0 && Number(added) >= 0 ? [] : [`a balance is below 0: ${String(_id)}`]),
  ];
}

function checkCharge(operation: Row, entries: readonly Row[]): string[] {
  const { _id, state, tokensReserved, tokensSent, tokensReceived } = operation;
  const own = entries.filter(({ operationId }) => operationId === _id);
  if (own.length === 0 && tokensReserved === 0) return [];
  const cost = state === 'done' ? Number(tokensSent) + Number(tokensReceived) : 0;
  return own.length === 2 && sumOf(own) === -cost
    ? []
    : [`an operation that cost ${String(cost)} was settled as ${JSON.stringify(own)}: ${String(_id)}`];
}

function sumOf(entries: readonly Row[]): number {
  return entries.reduce((sum, { amount }) => sum + Number(amount), 0);
}
