import { settle, type TokenAccount } from '@vault/auth-service';
import type { Finding, Parts, Place, Rule, Stored } from './rule.ts';

const accounts: Place = ['auth', 'token_accounts'];
const operations: Place = ['chaptering', 'operations'];

type Account = TokenAccount & { readonly outbox: readonly { readonly id: string }[] };

interface Operation {
  readonly ownerId: string;
  readonly videoId: string;
  readonly kind: string;
  readonly state: 'queued' | 'done' | 'failed';
  readonly tokens?: number;
}

export const tokenRules: readonly Rule[] = [
  {
    what: 'token reservations of operations that have ended or are unknown',
    mending: 'charges what the operation cost and returns the rest',
    find: async function* (parts): AsyncGenerator<Finding> {
      const query = { filter: { reservedSince: { $exists: true } }, fields: ['reservations'] };
      for await (const batch of parts.batches<Account>(accounts, query)) {
        const ids = batch.flatMap(({ reservations }) => reservations.map(({ operationId }) => operationId));
        const operationsById = await parts.byId<Operation>(operations, ids, { fields: ['state', 'tokens'] });
        for (const { _id: userId, reservations } of batch)
          for (const { operationId } of reservations) {
            const operation = operationsById.get(operationId);
            if (operation?.state === 'queued') continue;
            yield {
              id: operationId,
              mend: () => release(parts, userId, operationId, operation?.tokens ?? 0),
            };
          }
      }
    },
  },
  {
    what: 'operations without their token reservation',
    mending: 'notes that they cost nothing; those that wait fail, and their owner may ask again',
    find: async function* (parts): AsyncGenerator<Finding> {
      const query = {
        filter: { tokensReserved: { $gt: 0 }, state: { $ne: 'failed' } },
        fields: ['ownerId', 'videoId', 'kind', 'state'],
      };
      for await (const batch of parts.batches<Operation>(operations, query))
        for (const operation of await withoutEntry(parts, batch))
          yield { id: operation._id, mend: () => makeFree(parts, operation) };
    },
  },
];

/** The same change as auth makes when an operation ends; auth copies the entry to its ledger. */
async function release(parts: Parts, userId: string, operationId: string, amount: number): Promise<void> {
  const fields = ['granted', 'added', 'grantedMonth', 'reservations'];
  const account = (await parts.byId<Account>(accounts, [userId], { fields })).get(userId);
  const now = new Date();
  const change = account && settle(account, operationId, amount, now);
  if (!change) return;
  const { granted, added, reservations } = change.account;
  const oldest = reservations.at(0);
  const since = oldest ? { reservedSince: oldest.at } : {};
  await parts.change(
    accounts,
    { _id: userId },
    {
      $set: { granted, added, reservations, outboxSince: now, ...since },
      ...(oldest ? {} : { $unset: { reservedSince: 1 } }),
      $push: { outbox: { $each: change.entries } },
      $inc: { version: 1 },
    },
  );
}

/** Operations of which neither the account nor its ledger know a reservation. */
async function withoutEntry(
  parts: Parts,
  batch: readonly Stored<Operation>[],
): Promise<readonly Stored<Operation>[]> {
  const entryOf = ({ _id, ownerId }: Stored<Operation>) => `${ownerId}/reserve:${_id}`;
  const entries = await parts.byId(['auth', 'ledger_entries'], batch.map(entryOf), { fields: [] });
  const owners = batch.map(({ ownerId }) => ownerId);
  const found = await parts.byId<Account>(accounts, owners, { fields: ['reservations', 'outbox'] });
  return batch.filter((operation) => {
    const { _id, ownerId } = operation;
    const account = found.get(ownerId);
    return (
      !entries.has(entryOf(operation)) &&
      !account?.reservations.some(({ operationId }) => operationId === _id) &&
      !account?.outbox.some(({ id }) => id === `reserve:${_id}`)
    );
  });
}

/** A worker fails a job that waits and has no reservation, as after a crash before the reservation. */
async function makeFree(parts: Parts, { _id, videoId, kind, state }: Stored<Operation>): Promise<void> {
  if (state === 'queued')
    await parts.change(
      ['chaptering', 'chaptersets'],
      { _id: videoId, [`jobs.${kind}.id`]: _id },
      {
        $set: { [`jobs.${kind}.request.isReserved`]: false },
        $inc: { version: 1 },
      },
    );
  const free = { tokensReserved: 0, ...(state === 'done' ? { tokens: 0 } : {}) };
  await parts.change(operations, { _id }, { $set: free });
}
