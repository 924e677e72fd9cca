import mongoose from 'mongoose';
import { type DatabaseOwner, databaseNameOf, type MongoAccess } from '@vault/store';

const { MongoClient, MongoServerError } = mongoose.mongo;

/** The account of a service: a name with a password, or the subject of the service's certificate. */
export type Account =
  | { readonly service: DatabaseOwner; readonly password: string }
  | { readonly service: DatabaseOwner; readonly subject: string };

export interface MakeAccountsOptions {
  /** With an account that may create accounts. */
  readonly admin: MongoAccess;
  readonly accounts: readonly Account[];
  readonly namespace: string | undefined;
  readonly print: (line: string) => void;
}

const authenticationFailed = 18;
const userExists = 51_003;
const withinMs = 10_000;
/** The database of accounts that sign in with a certificate. */
const external = '$external';

/** Creates an account for each service that may read and write only its own database. */
export async function makeAccounts({
  admin,
  accounts,
  namespace,
  print,
}: MakeAccountsOptions): Promise<void> {
  const settings = { ...admin.options, serverSelectionTimeoutMS: withinMs };
  const client = await MongoClient.connect(admin.url, settings);
  try {
    for (const account of accounts) {
      const database = databaseNameOf(account.service, namespace);
      const did = await makeOne(client, admin, database, account);
      print(`account ${nameOf(account)} of ${database}: ${did}`);
    }
  } finally {
    await client.close();
  }
}

async function makeOne(
  client: mongoose.mongo.MongoClient,
  admin: MongoAccess,
  database: string,
  account: Account,
): Promise<string> {
  const name = nameOf(account);
  const password = 'password' in account ? account.password : undefined;
  const db = client.db(password === undefined ? external : database);
  const roles = [{ role: 'readWrite', db: database }];
  const found = await db.command({ usersInfo: name });
  const [user] = found['users'] as { roles: { role: string; db: string }[] }[];
  if (!user) {
    try {
      await db.command({ createUser: name, roles, ...(password !== undefined && { pwd: password }) });
      return 'made';
    } catch (error) {
      // A concurrent run created it, perhaps with another password.
      if (!(error instanceof MongoServerError && error.code === userExists)) throw error;
      return makeOne(client, admin, database, account);
    }
  }
  const hasRoles =
    user.roles.length === 1 && user.roles[0]?.role === 'readWrite' && user.roles[0].db === database;
  const hasPassword = password === undefined || (await canSignIn(admin, database, name, password));
  if (hasRoles && hasPassword) return 'found';
  await db.command({ updateUser: name, roles, ...(hasPassword ? {} : { pwd: password }) });
  return [...(hasPassword ? [] : ['password']), ...(hasRoles ? [] : ['rights'])].join(' and ') + ' changed';
}

function nameOf(account: Account): string {
  return 'subject' in account ? account.subject : account.service;
}

/** Tests a password by signing in, because it cannot be read. */
async function canSignIn(
  admin: MongoAccess,
  database: string,
  username: string,
  password: string,
): Promise<boolean> {
  const client = new MongoClient(admin.url, {
    ...admin.options,
    auth: { username, password },
    authMechanism: 'DEFAULT',
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
