import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createEmbeddedDriver } from '@vault/embedded-mongo';
import { Mongoose, type Connection } from 'mongoose';
import { DueRecords } from './due-records.ts';
import { deletedOwnerSchema, type DeletedOwnerDocument } from '../deletions/tombstone.schemas.ts';

const at = (seconds: number) => new Date(seconds * 1_000);

describe(DueRecords, () => {
  let dir: string;
  let store: Connection;
  let records: DueRecords<DeletedOwnerDocument>;
  const due = async (now: Date) => (await records.due(now, 2)).map(({ _id }) => _id);

  beforeEach(async () => {
    dir = mkdtempSync(join(tmpdir(), 'due-'));
    const mongoose = new Mongoose();
    mongoose.setDriver(createEmbeddedDriver());
    store = await mongoose.createConnection(`sqlite:${join(dir, 'store.sqlite')}`).asPromise();
    const model = store.model<DeletedOwnerDocument>('DeletedOwner', deletedOwnerSchema);
    await model.init();
    records = new DueRecords(model);
    const owner = { deletedAt: at(0), correlationId: 'c', traceparent: '' };
    for (const [index, _id] of ['late', 'later', 'latest', 'next'].entries())
      await model.create({ ...owner, _id, nextCheckAt: at(10 * (index + 1)) });
  });
  afterEach(async () => {
    await store.close();
    rmSync(dir, { recursive: true, force: true });
  });

  it('are read from the longest overdue on', async () => {
    expect(await due(at(9))).toEqual([]);
    expect(await due(at(30))).toEqual(['late', 'later']);
  });

  it('have one holder of a lease, who alone may postpone', async () => {
    const [row] = await records.due(at(30), 1);
    const claims = await Promise.all([records.claim(row!, at(50)), records.claim(row!, at(51))]);
    expect(claims.filter(Boolean)).toHaveLength(1);
    expect(await due(at(30))).toEqual(['later', 'latest']);
    const holder = { ...row!, nextCheckAt: claims[0] ? at(50) : at(51) };
    await records.postpone(row!, at(11));
    expect(await due(at(11))).toEqual([]);
    await records.postpone(holder, at(12));
    expect(await due(at(12))).toEqual(['late']);
  });
});
