import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { ServiceName } from '@vault/contracts';
import { dataVersion } from '@vault/store';
import { upgradeDataFolder } from './upgrade-folder.ts';
import { upgradeSteps } from './upgrade-steps.ts';
import { prepareDataFolder, withStoppedFolder } from '../infrastructure/data-folder.ts';
import { openEmbeddedStore } from '../infrastructure/embedded-infrastructure.ts';

const services: readonly ServiceName[] = ['auth', 'upload'];
const videos = 450;

describe(upgradeDataFolder, () => {
  let dataDir: string;
  let lines: string[];
  const copy = () => join(dataDir, `before-upgrade-${String(dataVersion)}`);
  const upgrade = (print: (line: string) => void = (line) => lines.push(line)) =>
    upgradeDataFolder(dataDir, services, print);

  beforeEach(async () => {
    dataDir = mkdtempSync(join(tmpdir(), 'upgrade-'));
    lines = [];
    mkdirSync(join(dataDir, 'media/assets/one'), { recursive: true });
    writeFileSync(join(dataDir, 'secrets.json'), '{}');
    await inStore('auth', async (db) => {
      await db.collection<Stored>('users').insertOne({ _id: 'u', revision: 3 });
    });
    await inStore('upload', async (db) => {
      const videosOf = db.collection<Stored>('videos');
      const documents = Array.from({ length: videos }, (_, index) => ({
        ...{ _id: `v${String(index).padStart(4, '0')}`, anyIds: ['x'], assetId: 'a', state: 'ready' },
        title: `Talk ${String(index)}`,
      }));
      await Promise.all(documents.map((document) => videosOf.insertOne(document)));
    });
  });
  afterEach(() => rmSync(dataDir, { recursive: true, force: true }));

  it('changes data without a version, after a copy, and names recordings to upload again', async () => {
    await upgrade();
    expect(await read('auth', 'users')).toEqual([{ _id: 'u', contentVersion: 3 }]);
    const upgraded = await read('upload', 'videos');
    expect(upgraded).toHaveLength(videos);
    for (const video of upgraded) expect(video).toMatchObject({ publicIds: ['x'], contents: [] });
    expect(lines[0]).toContain(`A copy of them, without the media, is in ${copy()}.`);
    expect(lines.find((line) => line.startsWith(`${String(videos)} recordings`))).toMatch(
      /Upload these files again/,
    );
    expect(lines.join('\n').match(/"Talk \d+"/g)).toHaveLength(videos);
    expect(lines.at(-1)).toContain(join(dataDir, 'media/assets'));
    expect(readdirSync(copy()).toSorted()).toEqual(['secrets.json', 'store']);
    await prepareDataFolder(dataDir, services);
  });

  it('does nothing to data of this version, and to a new folder', async () => {
    await upgrade();
    lines = [];
    await upgrade();
    expect(lines).toEqual([]);
    await upgradeDataFolder(join(dataDir, 'none'), services, (line) => lines.push(line));
    expect(lines).toEqual([]);
    expect(existsSync(join(dataDir, 'none'))).toBe(false);
  });

  it('is finished by a repetition, wherever it ended', async () => {
    await upgrade();
    const whole = await read('upload', 'videos');
    const steps = lines.length;
    for (let kept = 1; kept < steps; kept += 1) {
      restoreCopy();
      let left = kept;
      const print = () => {
        left -= 1;
        if (left === 0) throw new Error('ends here');
      };
      await expect(upgrade(print)).rejects.toThrow('ends here');
      await upgrade();
      expect(await read('upload', 'videos')).toEqual(whole);
      expect(await read('auth', 'users')).toEqual([{ _id: 'u', contentVersion: 3 }]);
    }
  }, 120_000);

  it('keeps the copy of the first attempt, and no older one', async () => {
    mkdirSync(join(dataDir, 'before-upgrade-1'));
    await expect(
      upgrade(() => {
        throw new Error('ends here');
      }),
    ).rejects.toThrow('ends here');
    writeFileSync(join(copy(), 'of-the-first'), '');
    await upgrade();
    const copies = readdirSync(dataDir).filter((name) => name.startsWith('before-upgrade'));
    expect(copies).toEqual([`before-upgrade-${String(dataVersion)}`]);
    expect(existsSync(join(copy(), 'of-the-first'))).toBe(true);
  });

  it('makes a new copy when older data were restored after an upgrade', async () => {
    await upgrade();
    restoreCopy();
    await inStore('auth', async (db) => {
      await db.collection<Stored>('users').insertOne({ _id: 'v', revision: 4 });
    });
    await upgrade();
    restoreCopy();
    expect(await read('auth', 'users')).toEqual([
      { _id: 'u', revision: 3 },
      { _id: 'v', revision: 4 },
    ]);
  });

  it('is needed before anything else opens the data', async () => {
    const sentence = `The data in ${dataDir} are of version 1, and this product needs version ${String(dataVersion)}: start the product once`;
    await expect(prepareDataFolder(dataDir, services)).rejects.toThrow(sentence);
    await expect(withStoppedFolder(dataDir, services, () => Promise.resolve())).rejects.toThrow(sentence);
  });

  it('refuses data of a later version', async () => {
    await upgrade();
    const database = new DatabaseSync(join(dataDir, 'store/auth.sqlite'));
    database.exec('UPDATE data_folder SET version = 99');
    database.close();
    const sentence = `The data in ${dataDir} are of version 99, and this product knows version ${String(dataVersion)}: run the newer product`;
    await expect(upgrade()).rejects.toThrow(sentence);
    await expect(prepareDataFolder(dataDir, services)).rejects.toThrow(sentence);
  });

  it('has a step to each version, in order', () => {
    expect(upgradeSteps.map(({ to }) => to)).toEqual(upgradeSteps.map((_, index) => index + 2));
    expect(upgradeSteps.at(-1)?.to).toBe(dataVersion);
  });

  interface Stored {
    readonly _id: string;
    readonly [field: string]: unknown;
  }
  type Db = NonNullable<Awaited<ReturnType<typeof openEmbeddedStore>>['connection']['db']>;

  async function inStore<Result>(service: ServiceName, work: (db: Db) => Promise<Result>): Promise<Result> {
    const store = await openEmbeddedStore({ dataDir, service });
    try {
      return await work(store.connection.db!);
    } finally {
      await store.close();
    }
  }

  function read(service: ServiceName, collection: string): Promise<Stored[]> {
    return inStore(service, (db) => db.collection<Stored>(collection).find().toArray());
  }

  /** As an operator goes back. */
  function restoreCopy(): void {
    for (const name of services) {
      writeFileSync(
        join(dataDir, `store/${name}.sqlite`),
        readFileSync(join(copy(), `store/${name}.sqlite`)),
      );
    }
  }
});
