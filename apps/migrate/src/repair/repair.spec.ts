import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { ServiceName } from '@vault/contracts';
import { chain } from '@vault/admin-service';
import { createEmbeddedDriver } from '@vault/embedded-mongo';
import { EmbeddedLog } from '@vault/messaging/embedded';
import { acceptLoss, openEmbeddedStore, withStoppedFolder, type ServiceDefinition } from '@vault/platform';
import { acceptMedia } from '@vault/video-engine';
import { Mongoose } from 'mongoose';
import { repairCommand } from './repair-command.ts';

const names: readonly ServiceName[] = ['auth', 'upload', 'chaptering', 'search', 'clip', 'portal', 'admin'];
const services = names.map((name) => ({ name, models: [] })) as unknown as readonly ServiceDefinition[];
const now = new Date('2026-11-20T10:00:00Z');

type Documents = readonly (Readonly<Record<string, unknown>> & { readonly _id: string })[];
type Stores = Partial<Record<ServiceName, Readonly<Record<string, Documents>>>>;

const ada = { _id: 'ada', email: 'ada@example.com' };
const reservation = { operationId: 'summary', amount: 30, granted: 10, purpose: 'summary', at: now };
const account = { granted: 5, added: 1, grantedMonth: '2026-11', outbox: [], version: 3 };
const chapter = { start: 0, title: 'Tea', summary: 'On tea.', quotes: [] };
const video = {
  _id: 'talk',
  ownerId: 'ada',
  uploadId: 'upload-1',
  assetId: 'asset-1',
  playbackId: 'play',
  title: 'Talk',
  description: '',
  state: 'ready',
  captionsState: 'ready',
  captionsTrackId: 'track',
  captionsReason: '',
  chaptersTrackId: '',
  durationSeconds: 60,
  selection: null,
  obsoleteAssetIds: [],
  version: 7,
};
const clip = { _id: 'cut', ownerId: 'ada', videoId: 'talk', state: 'ready', assetId: 'asset-2', version: 1 };
const moment = { _id: 'link', ownerId: 'ada', videoId: 'talk', kind: 'span', start: 0, end: 9, version: 1 };
const set = { _id: 'talk', ownerId: 'ada', chapters: [chapter], jobs: {}, contentVersion: 2, version: 4 };
const indexed = {
  _id: 'talk',
  ownerId: 'ada',
  title: 'Talk',
  description: '',
  assetId: 'asset-1',
  chapters: [chapter],
  version: 0,
};

/** A product whose stores fit each other, with changes. */
const fitting = (changes: Stores = {}): Stores => ({
  auth: { users: [ada], token_accounts: [], ...changes.auth },
  upload: { videos: [video], videoquotas: [{ _id: 'ada', slots: [] }], ...changes.upload },
  chaptering: { chaptersets: [set], ...changes.chaptering },
  search: { indexedvideos: [indexed], libraries: [{ _id: 'ada', version: 1 }], ...changes.search },
  clip: { clips: [clip], ...changes.clip },
  portal: { moments: [moment], ...changes.portal },
  admin: { ...changes.admin },
});

/** Assets of the engine by their ids: the upload, and the name that the product gave them. */
const assets = { 'asset-1': ['upload-1', 'talk'], 'asset-2': [null, 'clip:cut'] } as const;
type Assets = Readonly<Record<string, readonly [string | null, string]>>;

describe('migrate repair', () => {
  let dir: string;
  beforeEach(() => (dir = mkdtempSync(join(tmpdir(), 'repair-'))));
  afterEach(() => rmSync(dir, { recursive: true, force: true }));

  async function write(stores: Stores, ofEngine: Assets = assets, alsoNamed: object = {}): Promise<void> {
    mkdirSync(join(dir, 'store'));
    await withStoppedFolder(dir, names, () => new EmbeddedLog({ file: join(dir, 'log.sqlite') }).close());
    for (const service of names) {
      const store = await openEmbeddedStore({ dataDir: dir, service });
      for (const [name, documents] of Object.entries(stores[service] ?? {}))
        for (const document of structuredClone(documents))
          await store.connection.db!.collection(name).insertOne(document as never);
      await store.close();
    }
    const media = join(dir, 'media');
    mkdirSync(media, { recursive: true });
    await acceptMedia({ dataDir: media });
    const catalogue = await new Mongoose()
      .setDriver(createEmbeddedDriver())
      .createConnection(`sqlite:${join(media, 'catalogue.sqlite')}`)
      .asPromise();
    for (const [at, [id, [uploadId, passthrough]]] of Object.entries(ofEngine).entries()) {
      const files = { media: `assets/${id}/1-media` };
      mkdirSync(join(media, 'objects/assets', id), { recursive: true });
      writeFileSync(join(media, 'objects', files.media), id);
      const upload = uploadId === null ? {} : { uploadId };
      const asset = {
        _id: id,
        seq: at,
        playbackId: id,
        status: 'ready',
        passthrough,
        files: { ...files, ...alsoNamed },
        ...upload,
      };
      await catalogue.collection('assets').insertOne(asset as never);
    }
    await catalogue.close();
  }

  /** @returns the lines with findings, the number in them, and the error */
  async function run(...args: string[]) {
    const lines: string[] = [];
    const ended = repairCommand(services).run([dir, ...args], {}, (line) => lines.push(line));
    const error = await ended.then(
      () => undefined,
      (reason: unknown) => (reason as Error).message,
    );
    return { error, lines, found: lines.filter((line) => line.includes('--apply')) };
  }

  function published(): string[] {
    const log = new DatabaseSync(join(dir, 'log.sqlite'), { readOnly: true });
    const rows = log.prepare('SELECT body FROM messages ORDER BY rowid').all();
    log.close();
    return rows.map(({ body }) => {
      const { type, subject } = JSON.parse(String(body)) as { type: string; subject: string };
      return `${type} ${subject}`;
    });
  }

  async function read<Document>(service: ServiceName, collection: string): Promise<Document[]> {
    const store = await openEmbeddedStore({ dataDir: dir, service });
    const found = await store.connection.db!.collection(collection).find({}).toArray();
    await store.close();
    return found as unknown as Document[];
  }

  it('finds and changes nothing in a product whose stores fit', async () => {
    await write(fitting());
    for (const args of [[], ['--apply'], ['--apply']]) {
      const { error, lines, found } = await run(...args);
      expect([error, found]).toEqual([undefined, []]);
      expect(lines.at(-1)).toBe('Nothing to mend: the stores and the media fit each other.');
    }
    expect(published()).toEqual([]);
    expect(await read('upload', 'videos')).toEqual([video]);
    expect(readdirSync(join(dir, 'media/objects/assets')).sort()).toEqual(['asset-1', 'asset-2']);
  });

  interface Case {
    readonly what: string;
    readonly data?: string;
    readonly changes: Stores;
    readonly ofEngine?: Assets;
    readonly messages?: readonly string[];
    readonly option?: string;
  }

  const late = { deletedAt: now };
  const cases: readonly Case[] = [
    {
      what: 'accounts that were deleted, and whose data is left: 1 (eve)',
      changes: {
        auth: { users: [ada, { _id: 'eve', ...late }] },
        search: { indexedvideos: [indexed], libraries: [{ _id: 'eve', version: 1 }] },
      },
      messages: ['auth.account-deleted.v1 eve'],
    },
    {
      what: 'accounts that auth does not know, and whose data is left: 1 (eve)',
      changes: { search: { indexedvideos: [indexed], libraries: [{ _id: 'eve', version: 1 }] } },
      messages: ['auth.account-deleted.v1 eve'],
      option: '--delete-unknown-accounts',
    },
    {
      what: 'accounts that came back, although other services have deleted their data: 1 (ada)',
      changes: { upload: { videos: [video], deletedowners: [{ _id: 'ada' }] } },
      messages: ['auth.delete-account.v1 ada'],
    },
    ...(
      [
        ['chapters', { chaptering: { chaptersets: [set, { ...set, _id: 'other' }] } }],
        ['search entries', { search: { indexedvideos: [indexed, { ...indexed, _id: 'other' }] } }],
        ['clips', { clip: { clips: [clip, { ...clip, _id: 'cut-2', videoId: 'other', assetId: '' }] } }],
        ['moments', { portal: { moments: [moment, { ...moment, _id: 'link-2', videoId: 'other' }] } }],
      ] as const
    ).flatMap(([data, changes]) => [
      {
        what: 'videos that upload does not know, and whose data is left: 1 (other)',
        ...{ data, changes, messages: ['upload.video-deleted.v1 other'] },
        option: '--delete-unknown-videos',
      },
      {
        what: 'videos that were deleted, and whose data is left: 1 (other)',
        data,
        changes: { ...changes, upload: { videos: [video, { ...video, _id: 'other', ...late }] } },
        messages: ['upload.video-deleted.v1 other'],
      },
    ]),
    ...(
      [
        ['chapters', { chaptering: { chaptersets: [{ ...set, ownerId: 'acme' }] } }],
        ['words', { chaptering: { chaptersets: [set], transcripts: [{ _id: 'talk', ownerId: 'acme' }] } }],
        ['search entries', { search: { indexedvideos: [{ ...indexed, ownerId: 'acme' }] } }],
        ['clips', { clip: { clips: [{ ...clip, ownerId: 'acme' }] } }],
        ['moments', { portal: { moments: [{ ...moment, ownerId: 'acme' }] } }],
      ] as const
    ).map(([data, changes]) => ({
      what: 'videos whose data are in another workspace: 1 (talk)',
      data,
      changes: { ...changes, auth: { users: [ada, { _id: 'acme' }] } },
      messages: ['upload.video-moved.v1 talk'],
    })),
    {
      what: 'videos that came back, although other services have deleted their data: 1 (talk)',
      changes: { chaptering: { chaptersets: [{ ...set, ...late }] } },
      messages: ['upload.delete-video.v1 talk'],
    },
    {
      what: 'videos without chapters that nobody is generating: 1 (talk)',
      changes: { chaptering: { chaptersets: [] } },
      messages: ['upload.transcript-ready.v1 talk'],
    },
    {
      what: 'videos that wait for chapters that they have: 1 (talk)',
      changes: { upload: { videos: [{ ...video, state: 'chaptering' }] } },
      messages: ['chaptering.chapters-generated.v1 talk'],
    },
    {
      what: 'videos that the search does not have, or has with older texts: 1 (talk)',
      changes: { search: { indexedvideos: [{ ...indexed, title: 'Before' }] } },
      messages: ['search.index-video.v1 talk'],
    },
    {
      what: 'media of deleted videos, and of deleted or unknown clips: 1 (asset-3)',
      changes: {},
      ofEngine: { ...assets, 'asset-3': [null, 'clip:unknown'] },
    },
    {
      what: 'media of deleted videos, and of deleted or unknown clips: 1 (asset-3)',
      changes: { upload: { videos: [video, { ...video, _id: 'other', ...late }] } },
      ofEngine: { ...assets, 'asset-3': ['upload-3', 'other'] },
    },
    {
      what: 'recordings of videos that upload does not know: 1 (asset-3)',
      changes: {},
      ofEngine: { ...assets, 'asset-3': ['upload-3', 'unknown'] },
      option: '--delete-unknown-videos',
    },
    { what: 'clips whose media are lost: 1 (cut)', changes: {}, ofEngine: { 'asset-1': assets['asset-1'] } },
    {
      what: 'token reservations of operations that have ended or are unknown: 1 (summary)',
      changes: {
        auth: {
          users: [ada],
          token_accounts: [{ ...account, _id: 'ada', reservations: [reservation], reservedSince: now }],
        },
      },
    },
    {
      what: 'operations without their token reservation: 1 (summary)',
      changes: {
        chaptering: {
          chaptersets: [set],
          operations: [
            {
              _id: 'summary',
              ownerId: 'ada',
              videoId: 'talk',
              kind: 'summary',
              state: 'done',
              tokens: 20,
              tokensReserved: 30,
            },
          ],
        },
      },
    },
  ];

  it.each(cases)(
    'lists $what $data, and mends it',
    async ({ what, changes, ofEngine, messages = [], option }) => {
      await write(fitting(changes), ofEngine);
      const listed = await run();
      expect(listed.found).toEqual([expect.stringContaining(what)]);
      expect(listed.error).toBe('1 things do not fit. Nothing was changed: each line says what mends them.');
      expect(published()).toEqual([]);
      const mended = await run('--apply', ...(option ? [option] : []));
      expect([mended.error, mended.found]).toEqual([undefined, listed.found]);
      expect(published()).toEqual(messages);
      // A message mends it when the services run; a write does at once.
      if (messages.length === 0) expect((await run()).found).toEqual([]);
    },
  );

  it('leaves the data of an account that auth does not know, but not of a deleted one, without the option', async () => {
    const libraries = ['eve', 'bob'].map((_id) => ({ _id, version: 1 }));
    const deletedowners = [{ _id: 'bob' }];
    const changes = {
      search: { indexedvideos: [indexed], libraries },
      clip: { clips: [clip], deletedowners },
    };
    await write(fitting(changes));
    const { error, lines } = await run('--apply');
    expect([error, ...lines.slice(-2)]).toEqual([
      undefined,
      'Mended: 1. Services do the rest when they run.',
      'Left as they are, because their lines name more: 1.',
    ]);
    expect(published()).toEqual(['auth.account-deleted.v1 bob']);
    expect((await run('--delete-unknown-accounts')).error).toMatch(/^Usage:/);
  });

  it('leaves human work of videos that upload has lost, without the option', async () => {
    await write(fitting({ upload: { videos: [] } }));
    const { error, lines } = await run('--apply');
    expect([error, ...lines.slice(-2)]).toEqual([
      undefined,
      'Mended: 0. Services do the rest when they run.',
      'Left as they are, because their lines name more: 2.',
    ]);
    expect(published()).toEqual([]);
    expect(await read('chaptering', 'chaptersets')).toEqual([set]);
    await run('--apply', '--delete-unknown-videos');
    expect(published()).toEqual(['upload.video-deleted.v1 talk']);
  });

  /** The hash of every file of the folder, by its path. */
  const hashes = () =>
    readdirSync(dir, { recursive: true, withFileTypes: true })
      .filter((each) => each.isFile())
      .map(({ parentPath, name }) => join(parentPath, name))
      .sort()
      .map((file) => [file, createHash('sha256').update(readFileSync(file)).digest('hex')]);

  it.each(['nothing', 'log.sqlite', 'log.sqlite.lock', 'store/portal.sqlite', 'store/upload.sqlite'])(
    'changes no file without --apply, after %s was lost and the loss was accepted',
    async (lost) => {
      await write(fitting({ search: { indexedvideos: [indexed, { ...indexed, _id: 'other' }] } }));
      rmSync(join(dir, lost), { force: true });
      await acceptLoss(dir);
      if (lost === 'log.sqlite.lock') rmSync(join(dir, lost));
      const before = hashes();
      expect((await run()).error).toMatch(/Nothing was changed: each line says what mends them\.$/);
      expect(hashes()).toEqual(before);
    },
  );

  it('names the remedy when the catalogue of the engine is lost', async () => {
    await write(fitting());
    rmSync(join(dir, 'media/catalogue.sqlite'));
    expect((await run()).error).toMatch(/There is no media catalogue in .* run accept-media, which accepts/);
  });

  it('charges what an operation cost that has ended, and returns the rest', async () => {
    const accounts = [{ ...account, _id: 'ada', reservations: [reservation], reservedSince: now }];
    const operation = { _id: 'summary', ownerId: 'ada', state: 'done', tokens: 18, tokensReserved: 0 };
    const changes = { auth: { users: [ada], token_accounts: accounts } };
    await write(fitting({ ...changes, chaptering: { chaptersets: [set], operations: [operation] } }));
    await run('--apply');
    const [after] = await read<Record<string, unknown>>('auth', 'token_accounts');
    expect(after).toMatchObject({ granted: 5, added: 13, reservations: [], version: 4 });
    expect(after).not.toHaveProperty('reservedSince');
    expect(after!['outbox']).toMatchObject([{ id: 'settle:summary', amount: 12 }]);
  });

  it('lets the service that owns a video see that its media are lost', async () => {
    await write(fitting({ clip: { clips: [] } }), {});
    expect((await run('--apply')).found).toEqual([
      expect.stringContaining('videos whose media are lost: 1 (talk)'),
    ]);
    const [after] = await read<Record<string, unknown>>('upload', 'videos');
    expect(after!['nextCheckAt']).toBeInstanceOf(Date);
  });

  it('names every object that is not stored, and changes nothing of its record', async () => {
    const named = { playlist: 'assets/asset-1/1-playlist', 'a.mp4': 'assets/b/a.mp4' };
    await write(fitting(), assets, named);
    const line =
      'missing objects of media whose recording is stored: 2 (assets/asset-1/1-playlist, assets/b/a.mp4); restore the objects with these keys from a backup, or delete the videos and upload them again';
    for (const args of [[], ['--apply'], []]) {
      const { error, lines } = await run(...args);
      expect(lines).toContain(line);
      if (args.length > 0) expect(lines.at(-1)).toBe('Left as they are, because their lines name more: 2.');
      else expect(error).toBe('2 things do not fit. Nothing was changed: each line says what mends them.');
    }
    expect(readdirSync(join(dir, 'media/objects/assets'))).toEqual(['asset-1', 'asset-2']);
    writeFileSync(join(dir, 'media/objects', named.playlist), '#EXTM3U');
    mkdirSync(join(dir, 'media/objects/assets/b'));
    writeFileSync(join(dir, 'media/objects', named['a.mp4']), 'a');
    expect((await run()).lines.at(-1)).toBe('Nothing to mend: the stores and the media fit each other.');
  });

  it('finds an audit log that was changed, and leaves it as it is', async () => {
    const content = (id: string) => ({
      ...{ _id: id, ownerId: 'ada', at: now, actorId: 'bo', isStaff: false, action: 'auth.edit-team' },
      ...{ fields: { name: 'Acme' }, before: {}, address: '', correlationId: 'c' },
    });
    const first = chain(content('1'), { seq: 0, hash: '' });
    const second = chain(content('2'), first);
    const log = { _id: 'ada', firstSeq: 1, firstPrevHash: '', lastSeq: 2, lastHash: second.hash };
    const admin = (...entries: object[]) =>
      fitting({ admin: { workspace_logs: [log], workspace_entries: entries as Documents } });
    await write(admin(second, first));
    expect((await run()).lines.at(-1)).toBe('Nothing to mend: the stores and the media fit each other.');
    rmSync(dir, { recursive: true });
    mkdirSync(dir);
    await write(admin(first, { ...second, actorId: 'eve' }));
    for (const args of [[], ['--apply']])
      expect((await run(...args)).lines).toContain(
        'audit logs of workspaces that were changed: 1 (ada 2); restore the store of admin, or tell their owners; each id names the first entry that does not fit',
      );
  });

  it('refuses a folder without a product, and one that has lost a file', async () => {
    expect((await run()).error).toBe(`There is no product in ${dir}.`);
    await write(fitting());
    rmSync(join(dir, 'log.sqlite'));
    expect((await run()).error).toMatch(/is not complete\. Missing, empty or replaced: log\.sqlite/);
  });
});
