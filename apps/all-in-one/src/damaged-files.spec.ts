import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startAllInOne } from './start-all-in-one.ts';

describe('damage in the data folder', () => {
  let dataDir: string;
  beforeEach(() => {
    dataDir = mkdtempSync(join(tmpdir(), 'secrets-'));
  });
  afterEach(() => rmSync(dataDir, { recursive: true, force: true }));

  it.each([
    ['is empty', ''],
    ['is cut off', '{"MUX_TOKEN_ID": "a'],
    ['is null', 'null'],
    ['is a list', '["a"]'],
    ['has a number', '{"MUX_TOKEN_ID": 7}'],
    ['has an empty secret', '{"MUX_TOKEN_ID": ""}'],
  ])('stops the start when the file of secrets %s, and is left as it is', async (_why, text) => {
    const file = join(dataDir, 'secrets.json');
    writeFileSync(file, text);
    const started = startAllInOne({ DATA_DIR: dataDir, PORT: '0', LOG_LEVEL: 'silent' });
    await expect(started).rejects.toMatchObject({
      name: 'DataFolderError',
      message: expect.stringContaining(`${file} is damaged`) as unknown,
    });
    expect(readFileSync(file, 'utf8')).toBe(text);
  });

  it('stops the start when the media catalogue is damaged', async () => {
    mkdirSync(join(dataDir, 'media'));
    writeFileSync(join(dataDir, 'media', 'catalogue.sqlite'), 'no database'.repeat(1_000));
    const started = startAllInOne({ DATA_DIR: dataDir, PORT: '0', LOG_LEVEL: 'silent' });
    await expect(started).rejects.toMatchObject({
      name: 'DataFolderError',
      message: expect.stringContaining(join(dataDir, 'media', 'catalogue.sqlite')) as unknown,
    });
  });
});
