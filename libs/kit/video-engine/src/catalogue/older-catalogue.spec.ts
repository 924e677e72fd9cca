import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { Catalogue } from './catalogue.ts';
import { catalogueFile, setOlderCatalogueAside } from './database.ts';

describe('the catalogue of another version', () => {
  let dataDir: string;
  let file: string;
  beforeEach(() => {
    dataDir = mkdtempSync(join(tmpdir(), 'older-catalogue-'));
    file = catalogueFile(dataDir);
  });
  afterEach(() => rmSync(dataDir, { recursive: true, force: true }));

  it('of 0.1.0 is refused, and set aside whole for a new one', async () => {
    const older = new DatabaseSync(file);
    older.exec('PRAGMA journal_mode = WAL; CREATE TABLE assets (id TEXT); CREATE TABLE renditions (id TEXT)');
    older.exec("INSERT INTO assets VALUES ('one')");
    older.close();
    await expect(Catalogue.open(dataDir)).rejects.toThrow('is of version 0.1.0: start the engine once');
    const aside = setOlderCatalogueAside(dataDir);
    expect(existsSync(file)).toBe(false);
    const kept = new DatabaseSync(aside!);
    expect(kept.prepare('SELECT id FROM assets').all()).toEqual([{ id: 'one' }]);
    kept.close();
    await (await Catalogue.open(dataDir)).close();
  });

  it('is not taken for an older one when it is new, of today or no database', async () => {
    expect(setOlderCatalogueAside(dataDir)).toBeUndefined();
    await (await Catalogue.open(dataDir)).close();
    expect(setOlderCatalogueAside(dataDir)).toBeUndefined();
    writeFileSync(file, 'not a database, but long enough to be looked at');
    expect(setOlderCatalogueAside(dataDir)).toBeUndefined();
    expect(existsSync(file)).toBe(true);
  });

  it('of a later form is refused with what to do', async () => {
    const catalogue = await Catalogue.open(dataDir);
    await catalogue.noteForm();
    await catalogue['setIdentity']({ form: 99 });
    await catalogue.close();
    await expect(Catalogue.open(dataDir)).rejects.toThrow(/newer form 99.*run the newer product/);
  });
});
