import {
  appendFileSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { listFiles } from '../move/list-files.ts';
import { MediaCapture } from './media-capture.ts';

describe(MediaCapture, () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'capture-'));
    write('media/catalogue.sqlite', '');
    write('media/assets/one/hls/media.mp4', 'one');
    write('media/assets/one/source', 'uploaded');
    write('media/assets/one/thumbnails/1.jpg', 'made on request');
    write('media/uploads/two/source', 'begin');
    write('media/work/job/frame', 'unfinished');
  });
  afterEach(() => {
    rmSync(folder, { recursive: true });
  });

  function write(path: string, text: string): void {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  const open = () => MediaCapture.open(join(folder, 'media'), join(folder, 'links'), join(folder, 'copies'));
  const filesOf = async ({ path }: MediaCapture) => (await listFiles(path)).map((file) => file.path);
  const textOf = ({ path }: MediaCapture, file: string) => readFileSync(join(path, file), 'utf8');

  it('keeps files that the engine removes, in links without space', async () => {
    const capture = await open();
    await capture.capture();
    rmSync(join(folder, 'media/assets/one'), { recursive: true });
    await capture.capture();
    expect(capture.isLinked).toBe(true);
    expect(await filesOf(capture)).toEqual([
      'assets/one/hls/media.mp4',
      'assets/one/source',
      'uploads/two/source',
    ]);
    expect(await capture.folders()).toEqual(new Set());
    expect(await capture.has('assets/one/source')).toBe(true);
    expect(await capture.has('assets/one/other')).toBe(false);
  });

  it('captures what was added, replaced and appended; an upload that is verified needs its file no more', async () => {
    const capture = await open();
    await capture.capture();
    write('media/assets/three/hls/media.mp4', 'three');
    write('media/new', 'replaced');
    renameSync(join(folder, 'media/new'), join(folder, 'media/assets/one/hls/media.mp4'));
    rmSync(join(folder, 'media/assets/one/source'));
    appendFileSync(join(folder, 'media/uploads/two/source'), ' end');
    await capture.capture();
    expect(await filesOf(capture)).toEqual([
      'assets/one/hls/media.mp4',
      'assets/three/hls/media.mp4',
      'uploads/two/source',
    ]);
    expect(textOf(capture, 'assets/one/hls/media.mp4')).toBe('replaced');
    expect(textOf(capture, 'uploads/two/source')).toBe('begin end');
  });

  it('does not read folders of assets again that have not changed for some time', async () => {
    const hourAgo = new Date(Date.now() - 3_600_000);
    const asset = join(folder, 'media/assets/one');
    utimesSync(asset, hourAgo, hourAgo);
    const capture = await open();
    await capture.capture();
    rmSync(join(capture.path, 'assets'), { recursive: true });
    await capture.capture();
    expect(await capture.names('assets')).toEqual([]);
    utimesSync(asset, new Date(), new Date());
    await capture.capture();
    expect(await capture.names('assets')).toEqual(['one']);
  });

  it('copies where links are not possible', async () => {
    // A link to a folder is refused, as one to a file is where file systems have none.
    rmSync(join(folder, 'media/catalogue.sqlite'));
    mkdirSync(join(folder, 'media/catalogue.sqlite'));
    const capture = await open();
    await capture.capture();
    expect([capture.isLinked, capture.path]).toEqual([false, join(folder, 'copies')]);
    appendFileSync(join(folder, 'media/uploads/two/source'), ' end');
    expect(textOf(capture, 'uploads/two/source')).toBe('begin');
    await capture.capture();
    expect(textOf(capture, 'uploads/two/source')).toBe('begin end');
  });
});
