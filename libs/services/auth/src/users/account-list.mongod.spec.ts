import { Mongoose, type Connection, type Model } from 'mongoose';
import { sortFields, type IndexedSort } from '../domain/account-list.ts';
import { searchTextOf, sortNameOf } from '../domain/list-text.ts';
import { LedgerRepository } from '../tokens/ledger.repository.ts';
import { ledgerEntrySchema, type StoredLedgerEntry } from '../tokens/ledger-entry.schema.ts';
import { AccountListRepository } from './account-list.repository.ts';
import { UserRepository } from './user.repository.ts';
import { userSchema, type UserDocument } from './user.schema.ts';

interface Mongod {
  readonly uri: string;
  stop(): Promise<void>;
}

/** The profile that the server records for a query. */
interface Profile {
  readonly hasSortStage?: boolean;
  /** Absent when the server needs no documents for the answer. */
  readonly docsExamined?: number;
  readonly planSummary: string;
}

const people = 10_000;
const pageSize = 100;
const now = new Date('2026-11-20T09:30:00Z');
const dayMs = 24 * 60 * 60 * 1_000;
const everybody = { q: '', plan: '', state: '' };

/** A deterministic permutation. */
const scatter = (index: number) => (index * 7_919) % people;

function personOf(index: number) {
  const number = scatter(index);
  const person = { email: `person-${String(number)}@example.com`, firstname: `Name ${String(number % 97)}` };
  const named = { ...person, lastname: `Surname ${String(number)}` };
  return {
    ...named,
    _id: `user-${String(index)}`,
    searchText: searchTextOf(named),
    sortName: sortNameOf(named),
    plan: number % 5 === 0 ? 'executive' : 'free',
    membershipEnd: new Date(now.getTime() + (number - people / 2) * 3_600_000),
    createdAt: new Date(now.getTime() - number * 3_600_000),
    isActive: true,
    isConfirmed: number % 100 !== 0,
    contentVersion: 0,
    version: 0,
    ...(number % 200 === 0 && { upgradeRequestedAt: now }),
    ...(number % 50 === 0 && { accessEndsAt: new Date(now.getTime() + number * 1_000 - dayMs) }),
  };
}

describe('reads of accounts on MongoDB', () => {
  let mongod: Mongod;
  let store: Connection;
  let users: Model<UserDocument>;
  let entries: Model<StoredLedgerEntry>;
  let list: AccountListRepository;
  beforeAll(async () => {
    const tool = new URL('../../../../../tools/servers/mongod.mjs', import.meta.url).href;
    mongod = await ((await import(tool)) as { startMongod: () => Promise<Mongod> }).startMongod();
    store = await new Mongoose().createConnection(mongod.uri, { dbName: 'auth' }).asPromise();
    users = store.model<UserDocument>('User', userSchema);
    entries = store.model<StoredLedgerEntry>('LedgerEntry', ledgerEntrySchema);
    await Promise.all([users.init(), entries.init()]);
    const documents = Array.from({ length: people }, (_, index) => personOf(index));
    await users.collection.insertMany(documents as never);
    const lines = documents.flatMap(({ _id }, index) =>
      [1, 2].map((line) => ({
        _id: `${_id}/${String(line)}`,
        userId: _id,
        amount: 1,
        purpose: 'quotes',
        at: new Date(now.getTime() - index * 60_000),
      })),
    );
    await entries.collection.insertMany(lines as never);
    list = new AccountListRepository(users);
  }, 120_000);
  afterAll(async () => {
    await store.close();
    await mongod.stop();
  });

  /** The profiles of the queries of `work`. */
  async function profileOf(work: () => Promise<unknown>): Promise<Profile[]> {
    const { db } = store;
    if (!db) throw new Error('The connection is not open.');
    await db.command({ profile: 2 });
    try {
      await work();
    } finally {
      await db.command({ profile: 0 });
    }
    const profiles = await db
      .collection('system.profile')
      .find({ ns: /auth\.(users|ledger_entries)$/ })
      .toArray();
    await db.collection('system.profile').drop();
    return profiles as unknown as Profile[];
  }

  it.each(Object.keys(sortFields) as IndexedSort[])(
    'sort a page by %s with an index, in both directions and deep in the list',
    async (sort) => {
      for (const descending of [false, true])
        for (const skip of [0, 5_000]) {
          const slice = { sort, descending, skip, limit: pageSize };
          const [query, ...more] = await profileOf(() => list.slice(everybody, now, slice));
          expect(more).toEqual([]);
          expect(query?.hasSortStage ?? false).toBe(false);
          expect(query?.docsExamined).toBeLessThanOrEqual(skip + pageSize);
        }
    },
  );

  it('stop at the end of a page when they search for a part of a name', async () => {
    const slice = { sort: 'created_at', descending: true, skip: 0, limit: 10 } as const;
    const [query] = await profileOf(() => list.slice({ ...everybody, q: 'surname 1' }, now, slice));
    expect(query?.hasSortStage ?? false).toBe(false);
    expect(query?.docsExamined).toBeLessThan(people / 2);
  });

  it('count for the dashboard without reading all accounts', async () => {
    const counts = await list.counts(now);
    expect(counts).toEqual({
      total: people,
      created7Days: 7 * 24,
    });
    const queries = await profileOf(() => list.counts(now));
    expect(Math.max(...queries.map(({ docsExamined = 0 }) => docsExamined))).toBeLessThanOrEqual(7 * 24);
  });

  it('find expired memberships and due purges by an index', async () => {
    const repository = new UserRepository(users, { register: () => undefined } as never);
    const queries = await profileOf(async () => {
      expect(await repository.dueAccessEnds(now, 10)).toHaveLength(10);
      expect(await repository.duePurges(now, 10)).toEqual([]);
    });
    expect(queries).toHaveLength(2);
    expect(queries.filter(({ planSummary }) => !planSummary.startsWith('IXSCAN'))).toEqual([]);
    expect(Math.max(...queries.map(({ docsExamined = 0 }) => docsExamined))).toBeLessThanOrEqual(10);
  });

  it('read the ledger of one person by an index', async () => {
    const ledger = new LedgerRepository(entries);
    const [page] = await profileOf(() => ledger.page({ userId: 'user-5' }, 0, 10));
    expect([page?.hasSortStage ?? false, page?.docsExamined]).toEqual([false, 2]);
  });
});
