import type { ServerNamespace } from '../../../e2e/src/testing/stores/server-namespace.ts';

type MongoClient = Parameters<Parameters<ServerNamespace['withMongo']>[0]>[0];
type Collection = ReturnType<ReturnType<MongoClient['db']>['collection']>;
type Row = Readonly<Record<string, unknown>>;
type Order = Readonly<Record<string, 1 | -1>>;

export const pageSize = 25;

/** An admin table, read through the gateway or from MongoDB. */
export interface AdminPage {
  readonly name: string;
  /** Path and query of the gateway's route; the caller appends the page. */
  readonly path: string;
  /** Reads all data that one page shows from MongoDB. @returns the ids of its rows and the number of all rows */
  readonly query: (page: number) => Promise<{ ids: string[]; total: number }>;
}

const isNotDeleted = { deletedAt: { $exists: false } };
const isListed = { $or: [{ assetId: { $gt: '' } }, { savedAt: { $exists: true } }] };
const idOf = ({ _id }: Row) => String(_id);

/** The admin tables, read directly from the MongoDB databases that hold their data. */
export class AdminPages {
  private readonly users: Collection;
  private readonly accounts: Collection;
  private readonly videos: Collection;

  constructor(client: MongoClient, namespace: ServerNamespace) {
    const auth = client.db(namespace.databaseOf('auth'));
    this.users = auth.collection('users');
    this.accounts = auth.collection('token_accounts');
    this.videos = client.db(namespace.databaseOf('upload')).collection('videos');
  }

  all(): AdminPage[] {
    const users = (sort: string, query: AdminPage['query']) => ({
      name: `users by ${sort}`,
      path: `/api/admin/employees?sort=${sort}`,
      query,
    });
    const videos = (sort: string, order: Order) => ({
      name: `videos by ${sort}`,
      path: `/api/admin/videos?sort=${sort}`,
      query: (page: number) => this.videosBy({}, order, page),
    });
    return [
      users('-created_at', (page) => this.usersBy({}, { createdAt: -1, _id: -1 }, page)),
      users('email', (page) => this.usersBy({}, { email: 1 }, page)),
      users('name', (page) => this.usersBy({}, { sortName: 1, _id: 1 }, page)),
      users('-posted_videos', (page) => this.usersByVideos(page)),
      users('-token_balance', (page) => this.usersByBalance(page)),
      {
        name: 'users with q=rare.com',
        path: '/api/admin/employees?q=rare.com',
        query: (page) =>
          this.usersBy({ searchText: { $regex: 'rare\\.com' } }, { createdAt: -1, _id: -1 }, page),
      },
      videos('-created_at', { createdAt: -1, _id: -1 }),
      videos('title', { titleKey: 1, _id: 1 }),
      videos('assetId', { assetId: 1, _id: 1 }),
      videos('state', { state: 1, createdAt: -1, _id: -1 }),
      {
        name: 'videos with q=hiring',
        path: '/api/admin/videos?q=hiring',
        query: (page) => this.videosWith('hiring', page),
      },
    ];
  }

  private async usersBy(filter: object, order: Order, page: number) {
    const where = { ...isNotDeleted, ...filter };
    const [rows, total] = await Promise.all([
      read(this.users, where, order, page, { settings: 0, credentials: 0, outbox: 0, handled: 0 }),
      this.users.countDocuments(where),
    ]);
    const ids = rows.map(idOf);
    await Promise.all([this.tokensOf(ids), this.countsOf(ids)]);
    return { ids, total };
  }

  private async usersByVideos(page: number) {
    const byCount = this.videos.aggregate<Row>([
      { $match: { ...isNotDeleted, ...isListed } },
      { $group: { _id: '$ownerId', videos: { $sum: 1 } } },
    ]);
    const allUsers = this.users.find<Row>(isNotDeleted, { projection: { createdAt: 1 } });
    const [counts, users] = await Promise.all([byCount.toArray(), allUsers.toArray()]);
    const videosOf = new Map(counts.map((count) => [idOf(count), count.videos as number]));
    const sorted = users
      .map((user) => ({
        id: idOf(user),
        at: (user.createdAt as Date).getTime(),
        videos: videosOf.get(idOf(user)) ?? 0,
      }))
      .sort((a, b) => b.videos - a.videos || b.at - a.at || (a.id < b.id ? -1 : 1));
    const ids = sorted.slice((page - 1) * pageSize, page * pageSize).map(({ id }) => id);
    await Promise.all([this.usersOf(ids), this.tokensOf(ids)]);
    return { ids, total: users.length };
  }

  /** The balance of a user without an account in this month follows from the plan, so both are read for all users. */
  private async usersByBalance(page: number) {
    const [users, accounts] = await Promise.all([
      this.users.find<Row>(isNotDeleted, { projection: { plan: 1, isConfirmed: 1 } }).toArray(),
      this.accounts.find<Row>({}, { projection: { outbox: 0, handled: 0 } }).toArray(),
    ]);
    const balanceOf = new Map(
      accounts.map((account) => [idOf(account), Number(account.granted) + Number(account.added)]),
    );
    const sorted = users
      .map((user) => ({ id: idOf(user), balance: balanceOf.get(idOf(user)) ?? 0 }))
      .sort((a, b) => b.balance - a.balance || (a.id < b.id ? 1 : -1));
    const ids = sorted.slice((page - 1) * pageSize, page * pageSize).map(({ id }) => id);
    await Promise.all([this.usersOf(ids), this.tokensOf(ids), this.countsOf(ids)]);
    return { ids, total: users.length };
  }

  private async videosWith(text: string, page: number) {
    const owners = await this.users
      .find<Row>({ ...isNotDeleted, email: { $regex: text } }, { projection: { email: 1 }, limit: 500 })
      .toArray();
    const matches = {
      $or: [{ title: { $regex: text, $options: 'i' } }, { publicIds: text }, ...inOwners(owners)],
    };
    return this.videosBy({ $and: [matches] }, { createdAt: -1, _id: -1 }, page);
  }

  private async videosBy(filter: object, order: Order, page: number) {
    const where = { ...isNotDeleted, ...isListed, ...filter };
    const [rows, total] = await Promise.all([
      read(this.videos, where, order, page, { description: 0, publicIds: 0, outbox: 0, handled: 0 }),
      this.videos.countDocuments(where),
    ]);
    await this.usersOf([...new Set(rows.map(({ ownerId }) => String(ownerId)))]);
    return { ids: rows.map(idOf), total };
  }

  private usersOf(ids: readonly string[]): Promise<unknown> {
    return this.users.find(inIds(ids), { projection: { settings: 0, credentials: 0, handled: 0 } }).toArray();
  }

  private tokensOf(ids: readonly string[]): Promise<unknown> {
    return this.accounts.find(inIds(ids)).toArray();
  }

  private countsOf(ids: readonly string[]): Promise<unknown> {
    const where = { ownerId: { $in: [...ids] }, ...isNotDeleted, ...isListed };
    return this.videos
      .aggregate([{ $match: where }, { $group: { _id: '$ownerId', n: { $sum: 1 } } }])
      .toArray();
  }
}

const inOwners = (owners: readonly Row[]) =>
  owners.length === 0 ? [] : [{ ownerId: { $in: owners.map(idOf) } }];

/** Ids are strings in every store of the product; the driver's type expects object ids. */
const inIds = (ids: readonly string[]) => ({ _id: { $in: [...ids] as never[] } });

function read(
  from: Collection,
  where: object,
  order: Order,
  page: number,
  projection: object,
): Promise<Row[]> {
  const found = from.find<Row>(where, { projection: { ...projection } });
  return found
    .sort({ ...order })
    .skip((page - 1) * pageSize)
    .limit(pageSize)
    .toArray();
}
