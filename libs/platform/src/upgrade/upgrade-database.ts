import type { ServiceName } from '@vault/contracts';
import type { mongo } from 'mongoose';
import type { CollectionUpgrade, StoredDocument, UpgradeStep } from './steps/upgrade-step.ts';
import { upgradeSteps } from './upgrade-steps.ts';

const atOnce = 200;
const namesInLine = 20;

type Documents = mongo.Collection<StoredDocument>;

export interface UpgradeOptions {
  /** The version of the data. */
  readonly from: number;
  readonly print: (line: string) => void;
}

/**
 * Brings the documents of a stopped service to today's form, and prints what people must know. Repeat it when it was
 * killed: it changes the rest.
 */
export async function upgradeDatabase(
  db: mongo.Db,
  service: ServiceName,
  { from, print }: UpgradeOptions,
): Promise<void> {
  const steps = upgradeSteps.filter(({ to }) => to > from);
  for (const { changes } of steps)
    for (const upgrade of changes) if (upgrade.service === service) await changeAll(db, upgrade, print);
  for (const step of steps) await notify(db, service, step, print);
}

async function changeAll(
  db: mongo.Db,
  { service, collection: name, change }: CollectionUpgrade,
  print: UpgradeOptions['print'],
): Promise<void> {
  const collection: Documents = db.collection(name);
  const now = new Date();
  let count = 0;
  for await (const batch of batchesOf(collection)) {
    const changed = batch.map(async (document) => {
      const made = change(document, now);
      if (made) await collection.updateOne({ _id: document._id }, updateOf(made));
      return made ? 1 : 0;
    });
    for (const one of await Promise.all(changed)) count += one;
  }
  if (count > 0)
    print(`upgraded: ${service}.${name}, ${String(count)} ${count === 1 ? 'document' : 'documents'}`);
}

/** All documents, in the order of their ids. */
async function* batchesOf(
  collection: Documents,
  filter: mongo.Filter<StoredDocument> = {},
): AsyncGenerator<StoredDocument[]> {
  let after: string | undefined;
  for (;;) {
    const range = after === undefined ? filter : { ...filter, _id: { $gt: after } };
    const batch = await collection.find(range, { sort: { _id: 1 }, limit: atOnce }).toArray();
    if (batch.length === 0) return;
    yield batch;
    after = batch.at(-1)?._id;
  }
}

function updateOf({ set = {}, unset = [] }: ReturnType<CollectionUpgrade['change']> & object): object {
  return {
    ...(Object.keys(set).length > 0 ? { $set: set } : {}),
    ...(unset.length > 0 ? { $unset: Object.fromEntries(unset.map((name) => [name, 1])) } : {}),
  };
}

async function notify(
  db: mongo.Db,
  service: ServiceName,
  { notices }: UpgradeStep,
  print: UpgradeOptions['print'],
): Promise<void> {
  for (const notice of notices) {
    if (notice.service !== service) continue;
    const names: string[] = [];
    for await (const batch of batchesOf(db.collection(notice.collection), notice.filter))
      names.push(...batch.map(notice.nameOf));
    if (names.length === 0) continue;
    print(`${String(names.length)} ${notice.text}:`);
    for (let at = 0; at < names.length; at += namesInLine)
      print(
        `  ${names
          .slice(at, at + namesInLine)
          .map((name) => JSON.stringify(name))
          .join(', ')}`,
      );
  }
}
