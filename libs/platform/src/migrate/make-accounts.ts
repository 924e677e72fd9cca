import type { ServiceName } from '@vault/contracts';
import mongoose from 'mongoose';
import { databaseNameOf } from '../store/connect-mongo.ts';

const { MongoClient, MongoServerError } = mongoose.mongo;

export interface Account {
  readonly service: ServiceName;
  readonly password: string;
}

export interface MakeAccountsOptions {
  /** The url with an account that may create accounts. */
  readonly adminUrl: string;
  readonly accounts: readonly Account[];
  readonly namespace: string | undefined;
  readonly print: (line: string) => void;
}

const authenticationFailed = 18;
const userExists = 51_003;
const withinMs = 10_000;

/** Creates an account for each service, named after it, that may read and write only its own database. */
export async function makeAccounts({
  adminUrl,
  accounts,
  namespace,
  print,
}: MakeAccountsOptions): Promise<void> {
  const admin = await MongoClient.connect(adminUrl, { serverSelectionTimeoutMS: withinMs });
  try {
    for (const account of accounts) {
      const database = databaseNameOf(account.service, namespace);
      const did = await makeOne(admin, adminUrl, database, account);
      print(`account ${account.service} of ${database}: ${did}`);
    }
  } finally {
    await admin.close();
  }
}

async function makeOne(
  admin: mongoose.mongo.MongoClient,
  adminUrl: string,
  database: string,
  { service, password }: Account,
): Promise<string> {
  const db = admin.db(database);
  const roles = [{ role: 'readWrite', db: database }];
  const found = await db.command({ usersInfo: service });
  const [user] = found['users'] as { roles: { role: string; db: string }[] }[];
  if (!user) {
    try {
      await db.command({ createUser: service, pwd: password, roles });
      return 'made';
    } catch (error) {
      // A concurrent run created it, perhaps with another password.
      if (!(error instanceof MongoServerError && error.code === userExists)) throw error;
      return makeOne(admin, adminUrl, database, { service, password });
    }
  }
  const hasRoles =
    user.roles.length === 1 && user.roles[0]?.role === 'readWrite' && user.roles[0].db === database;
  const hasPassword = await canSignIn(adminUrl, database, { service, password });
  if (hasRoles && hasPassword) return 'found';
  await db.command({ updateUser: service, roles, ...(hasPassword ? {} : { pwd: password }) });
  return [...(hasPassword ? [] : ['password']), ...(hasRoles ? [] : ['rights'])].join(' and ') + ' changed';
}

/** Tests a password by signing in, because it cannot be read. */
async function canSignIn(
  adminUrl: string,
  database: string,
  { service, password }: Account,
): Promise<boolean> {
  const client = new MongoClient(adminUrl, {
    auth: { username: service, password },
    authSource: database,
    serverSelectionTimeoutMS: withinMs,
  });
  try {
    await client.db(database).command({ ping: 1 });
    return true;
  } catch (error) {
    if (error instanceof MongoServerError && error.code === authenticationFailed) return false;
    throw error;
  } finally {
    await client.close();
  }
}
