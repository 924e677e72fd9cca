import type { Connection } from 'mongoose';
import { createLogger } from '@vault/base';
import type { CommandEnd, Message } from '@vault/messaging';
import { addModels } from '../connection/service-store.ts';
import { outcomeModels } from './known-request.schema.ts';
import { maxOfCaller, StoredOutcomes } from './stored-outcomes.ts';

interface OpenStore {
  readonly connection: Connection;
  readonly close: () => Promise<void>;
}

const command = (id: string, requestkey: string, requesthash = 'of the body'): Message => ({
  ...{ id, type: 'upload.delete-video.v1', source: 'gateway', time: '', subject: 'v', correlationid: 'c' },
  ...{ requestkey, requesthash, data: {} },
});
const done: CommandEnd = { ok: true, version: 3 };
const refused: CommandEnd = { ok: false, code: 'conflict', msg: 'This address is taken.' };

/** Runs the same suite on each store. */
export function describeStoredOutcomes(name: string, open: () => Promise<OpenStore>): void {
  describe(`the outcomes of commands in ${name}`, () => {
    let store: OpenStore;
    let outcomes: StoredOutcomes;
    beforeAll(async () => {
      store = await open();
      addModels(store.connection, outcomeModels);
      await store.connection.model('KnownRequest').init();
      outcomes = new StoredOutcomes(store.connection, createLogger({ level: 'silent' }));
    });
    afterAll(() => store.close());

    it('are found by the key of their request', async () => {
      expect(await outcomes.find('ada.one')).toBeUndefined();
      await outcomes.keep(command('1', 'ada.one'), done);
      await outcomes.keep(command('2', 'ada.one'), refused);
      const ends = new Map([
        ['1', done],
        ['2', refused],
      ]);
      expect(await outcomes.find('ada.one')).toEqual({ requestHash: 'of the body', ends });
      expect(await outcomes.find('eve.one')).toBeUndefined();
    });

    it('are kept for a day, and of each caller the newest', async () => {
      const model = store.connection.model('KnownRequest');
      const before = Date.now();
      await outcomes.keep(command('1', 'bob.kept'), done);
      const [kept] = await model.find({ caller: 'bob' }).lean<{ forgetAt: Date }[]>();
      expect(kept!.forgetAt.getTime() - before).toBeGreaterThanOrEqual(24 * 3_600_000);
      const older = Array.from({ length: maxOfCaller + 5 }, (_, index) => ({
        _id: `bob.${String(index)}`,
        caller: 'bob',
        requestHash: 'of the body',
        ends: [],
        // Not over yet: a server removes what is.
        forgetAt: new Date(before + 12 * 3_600_000 + index),
      }));
      await Promise.all(older.map((each) => model.create(each)));
      for (let number = 0; number < 100; number += 1)
        await outcomes.keep(command('1', `bob.newest-${String(number)}`), done);
      await outcomes.settled();
      const count = await model.countDocuments({ caller: 'bob' });
      expect(count).toBeGreaterThanOrEqual(maxOfCaller);
      expect(count).toBeLessThanOrEqual(maxOfCaller + 100);
      expect(await model.exists({ _id: 'bob.0' })).toBeNull();
      expect(await model.exists({ _id: 'bob.kept' })).not.toBeNull();
      expect(await outcomes.find('ada.one')).toBeDefined();
    });
  });
}
