import {
  appendFileSync,
  existsSync,
  mkdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { MediaCopy } from './copy-media.ts';
import { Progress } from './progress.ts';
import { SourceFolder } from './source-folder.ts';
import {
  makeOneProcessFolder,
  services,
  type OneProcessFolder,
} from './testing/one-process-folder.fixture.ts';

describe(MediaCopy, () => {
  let folder: OneProcessFolder;
  let source: SourceFolder;
  let to: string;
  let copy: MediaCopy;
  beforeEach(async () => {
    folder = await makeOneProcessFolder();
    source = await SourceFolder.open(folder.path, services);
    to = join(folder.other('engine'), 'media');
    copy = new MediaCopy(source.mediaFolder, to, source.media);
  });
  afterEach(() => {
    source.close();
    folder.remove();
  });

  const silent = () => new Progress('', () => undefined);
  const video = 'objects/assets/one/1-media';

  it('copies all files except unfinished work', async () => {
    expect(await copy.missingBytes()).toBe(3_000_000 + 7 + 100);
    await copy.run(silent());
    expect(await copy.missingBytes()).toBe(0);
    expect(readFileSync(join(to, video))).toEqual(readFileSync(join(source.mediaFolder, video)));
    expect(existsSync(join(to, 'work'))).toBe(false);
    expect(await copy.differences(silent())).toEqual([]);
  });

  it('continues: removes what is not complete and copies only missing files', async () => {
    await copy.run(silent());
    const before = statSync(join(to, 'objects/.parts/two/bytes')).mtimeMs;
    rmSync(join(to, video));
    writeFileSync(join(to, `${video}.moving`), 'a part');
    const again = new MediaCopy(source.mediaFolder, to, source.media);
    expect(await again.missingBytes()).toBe(3_000_000);
    await again.run(silent());
    expect(await again.differences(silent())).toEqual([]);
    expect(statSync(join(to, 'objects/.parts/two/bytes')).mtimeMs).toBe(before);
  });

  it('names files that differ, are missing or are only in the target', async () => {
    await copy.run(silent());
    const bytes = readFileSync(join(to, video));
    bytes[1_000_000] = 0;
    writeFileSync(join(to, video), bytes);
    rmSync(join(to, 'objects/assets/one/2-track.vtt'));
    mkdirSync(join(to, 'objects/assets/three'));
    writeFileSync(join(to, 'objects/assets/three/source'), 'x');
    const names = [video, 'objects/assets/one/2-track.vtt', 'objects/assets/three/source'];
    expect(await copy.differences(silent())).toEqual(names);
    expect(await new MediaCopy(source.mediaFolder, to, source.media).differences(silent())).toEqual(names);
  });

  it('notices that the source has changed meanwhile', async () => {
    await source.assertUnchanged();
    appendFileSync(join(source.mediaFolder, video), 'more');
    await expect(source.assertUnchanged()).rejects.toThrow(`(media/${video})`);
  });
});
