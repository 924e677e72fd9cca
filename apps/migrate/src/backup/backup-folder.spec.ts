import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { SourceFolder } from '../move/source-folder.ts';
import { Progress } from '../move/progress.ts';
import { moveCommand } from '../move/move-command.ts';
import {
  makeOneProcessFolder,
  services,
  type OneProcessFolder,
} from '../move/testing/one-process-folder.fixture.ts';
import { backupCommand } from './backup-command.ts';
import { BackupFolder } from './backup-folder.ts';
import { readManifest, verifyBackup, writeManifest } from '../move/backup-manifest.ts';

const facts = {
  takenAt: '2026-01-01T00:00:00.000Z',
  collections: [],
  messages: { waiting: 0, deadLetters: 0 },
  ends: [],
};

describe(BackupFolder, () => {
  let engine: OneProcessFolder;
  let path: string;
  beforeEach(async () => {
    engine = await makeOneProcessFolder();
    path = engine.other('backup');
  });
  afterEach(() => engine.remove());

  const open = () => BackupFolder.open(path, engine.path);

  /** A complete backup with the content of a product's folder. */
  async function complete(): Promise<void> {
    const folder = await open();
    for (const name of ['store', 'log.sqlite', 'media']) {
      rmSync(join(folder.unfinished, name), { recursive: true, force: true });
      renameSync(join(engine.path, name), join(folder.unfinished, name));
    }
    await folder.removeWork();
    await writeManifest(folder.unfinished, facts, new Map());
    await folder.finish();
  }

  it.each(['media/backup', 'backup', '.'])(
    'is not made inside the folder of the engine: %s',
    async (name) => {
      const opened = BackupFolder.open(join(engine.path, name), engine.path);
      await expect(opened).rejects.toThrow('neither inside the other');
      expect(existsSync(join(engine.path, `${name}.unfinished`))).toBe(false);
    },
  );

  it('has another name until it is complete, is locked until then, and begins anew after a kill', async () => {
    const folder = await open();
    writeFileSync(join(folder.unfinished, 'log.sqlite'), 'part');
    mkdirSync(folder.links);
    await expect(open()).rejects.toThrow(/^Another backup runs/);
    await expect(BackupFolder.open(engine.other('second'), engine.path)).rejects.toThrow(
      'Another backup runs',
    );
    // A kill releases the locks only.
    folder.close();
    const again = await open();
    expect([existsSync(join(again.unfinished, 'log.sqlite')), existsSync(again.links)]).toEqual([
      false,
      false,
    ]);
    await again.finish();
    expect([existsSync(path), existsSync(again.unfinished)]).toEqual([true, false]);
    await expect(open()).rejects.toThrow(`${path} exists. A backup is made in a new folder.`);
  });

  it('needs the folder of a video engine', async () => {
    await expect(BackupFolder.open(path, engine.other('none'))).rejects.toThrow('no media/catalogue.sqlite');
    expect(existsSync(`${path}.unfinished`)).toBe(false);
  });

  it('is refused by the move until it is complete', async () => {
    await complete();
    const source = await SourceFolder.open(path, services);
    expect(source.manifest).toMatchObject(facts);
    source.close();
    rmSync(join(path, 'backup.json'));
    await expect(SourceFolder.open(path, services)).rejects.toThrow(
      /nor a complete backup: it has no secrets.json/,
    );
  });

  it('has the hashes of its files: the move refuses a changed, a missing and an additional one', async () => {
    await complete();
    const verify = () => verifyBackup(path, readManifest(path)!, new Progress('', () => undefined));
    await verify();
    expect(readFileSync(join(path, 'SHA256SUMS'), 'utf8')).toMatch(/^[\da-f]{64} {2}log\.sqlite\n/);
    const captions = join(path, 'media/assets/one/track.vtt');
    writeFileSync(captions, 'WEBVTT\nx');
    await expect(verify()).rejects.toThrow(/is damaged: media\/assets\/one\/track.vtt/);
    rmSync(captions);
    await expect(verify()).rejects.toThrow('it has no media/assets/one/track.vtt');
    writeFileSync(captions, 'WEBVTT\n');
    await verify();
    writeFileSync(join(path, 'media/other'), '');
    await expect(verify()).rejects.toThrow('is damaged: media/other');
    rmSync(join(path, 'media/other'));
    writeFileSync(join(path, 'SHA256SUMS'), '');
    await expect(verify()).rejects.toThrow('SHA256SUMS is not that of the backup');
  });

  it('has no secrets, and is refused in another form', async () => {
    await complete();
    const definitions = services.map((name) => ({ name, models: [] })) as never;
    const keys = moveCommand(definitions).run([path, '--keys', '-'], {}, () => undefined);
    await expect(keys).rejects.toThrow(`${path} is a backup, which has no secrets`);
    writeFileSync(join(path, 'backup.json'), JSON.stringify({ ...facts, format: 2 }));
    await expect(SourceFolder.open(path, services)).rejects.toThrow('of another version (format 2)');
  });

  it.each([[[]], [['folder']], [['folder', 'more', '--engine', 'x']], [['folder', '--all']]])(
    'answers %j with the usage',
    async (args) => {
      await expect(backupCommand([]).run(args, {}, () => undefined)).rejects.toThrow(
        /^Usage:\n {2}backup FOLDER/,
      );
    },
  );
});
