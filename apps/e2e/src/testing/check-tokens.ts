import type { Row } from './stored-data.ts';

/** What chaptering and auth have stored about tokens. */
export interface TokenRows {
  readonly operations: readonly Row[];
  readonly accounts: readonly Row[];
  readonly ledger: readonly Row[];
}

/**
 * The ledger adds up to the balance, which is never below 0; an operation that has ended has one record, and was charged
 * once for what it came to, or not at all when it failed.
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
      .map(({ _id }) => `a command set off two operations: ${String(_id)}`),
  ];
}

/** Those in the ledger and those that are carried there, each once. */
function entriesOf({ _id, carried }: Row, ledger: readonly Row[]): Row[] {
  const copied = ledger.filter(({ userId }) => userId === _id);
  const isCopied = ({ id }: Row) => copied.some((entry) => String(entry['_id']).endsWith(`/${String(id)}`));
  return [...copied, ...(carried as Row[]).filter((entry) => !isCopied(entry))];
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
