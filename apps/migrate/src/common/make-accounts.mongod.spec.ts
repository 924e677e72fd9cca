import mongoose from 'mongoose';
import { startMongod, type TestMongod } from '@vault/store/testing';
import { withAuthSource } from '@vault/store';
import { makeAccounts } from './make-accounts.ts';

const { MongoClient } = mongoose.mongo;

describe(makeAccounts, () => {
  let mongod: TestMongod;
  let lines: string[];
  beforeAll(async () => {
    mongod = await startMongod({ auth: true });
  }, 120_000);
  afterAll(() => mongod.stop());
  beforeEach(() => {
    lines = [];
  });

  const passwords = { auth: 'the-password-of-auth', upload: 'p@ss:w/rd?of#upload' };
  const make = (given: Record<keyof typeof passwords, string> = passwords) =>
    makeAccounts({
      admin: { url: mongod.uri },
      accounts: [
        { service: 'auth', password: given.auth },
        { service: 'upload', password: given.upload },
      ],
      namespace: undefined,
      print: (line) => lines.push(line),
    });

  /** Signs in like a service: with a url that does not name the database of the account. */
  async function as<Result>(
    service: 'auth' | 'upload',
    password: string,
    work: (client: mongoose.mongo.MongoClient) => Promise<Result>,
  ): Promise<Result> {
    const address = `127.0.0.1:${String(mongod.port)}/?directConnection=true`;
    const url = `mongodb://${service}:${encodeURIComponent(password)}@${address}`;
    const client = new MongoClient(withAuthSource(url, `vault-${service}`));
    try {
      return await work(client);
    } finally {
      await client.close();
    }
  }

  it('creates an account for each service that can open only its own database', async () => {
    await make();
    expect(lines).toEqual(['account auth of vault-auth: made', 'account upload of vault-upload: made']);
    await as('upload', passwords.upload, async (client) => {
      await client.db('vault-upload').collection('videos').insertOne({ title: 'theirs' });
      await client.db('vault-upload').collection('videos').createIndex({ title: 1 }, {}, {});
    });
    await as('auth', passwords.auth, async (client) => {
      await client.db('vault-auth').collection('users').insertOne({ name: 'ours' });
      const theirs = client.db('vault-upload').collection('videos');
      await expect(theirs.findOne({})).rejects.toMatchObject({ codeName: 'Unauthorized' });
      await expect(theirs.insertOne({})).rejects.toMatchObject({ codeName: 'Unauthorized' });
      const makeUser = { createUser: 'x', pwd: 'y', roles: [] };
      await expect(client.db('vault-auth').command(makeUser)).rejects.toMatchObject({
        codeName: 'Unauthorized',
      });
    });
  });

  it('finds existing accounts, also when two runs are concurrent', async () => {
    await make();
    lines = [];
    await Promise.all([make(), make()]);
    expect(new Set(lines)).toEqual(
      new Set(['account auth of vault-auth: found', 'account upload of vault-upload: found']),
    );
  });

  it('creates each account once when two runs are concurrent on a new server', async () => {
    const root = await MongoClient.connect(mongod.uri);
    for (const service of ['auth', 'upload'])
      await root.db(`vault-${service}`).command({ dropAllUsersFromDatabase: 1 });
    await root.close();
    await Promise.all([make(), make()]);
    expect(lines.filter((line) => line.endsWith('made'))).toHaveLength(2);
    expect(lines.filter((line) => line.endsWith('found'))).toHaveLength(2);
  });

  it('updates a changed password, and resets extended rights', async () => {
    await make();
    const root = await MongoClient.connect(mongod.uri);
    const wider = [{ role: 'readWrite', db: 'vault-auth' }];
    await root.db('vault-upload').command({ grantRolesToUser: 'upload', roles: wider });
    await root.close();
    lines = [];
    await make({ ...passwords, auth: 'another-password-of-auth' });
    expect(lines).toEqual([
      'account auth of vault-auth: password changed',
      'account upload of vault-upload: rights changed',
    ]);
    const ping = (client: mongoose.mongo.MongoClient) => client.db('vault-auth').command({ ping: 1 });
    await expect(as('auth', passwords.auth, ping)).rejects.toMatchObject({ code: 18 });
    expect(await as('auth', 'another-password-of-auth', ping)).toMatchObject({ ok: 1 });
  });
});
