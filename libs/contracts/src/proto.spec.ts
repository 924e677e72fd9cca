import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const contracts = fileURLToPath(new URL('..', import.meta.url));
const root = join(contracts, '..', '..');
const buf = join(root, 'node_modules', '.bin', 'buf');
const env = { ...process.env, PATH: `${join(root, 'node_modules', '.bin')}:${process.env.PATH ?? ''}` };

function filesOf(dir: string): Record<string, string> {
  const files = readdirSync(dir, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return Object.fromEntries(
    files.map((entry) => {
      const path = join(entry.parentPath, entry.name);
      return [path.slice(dir.length), readFileSync(path, 'utf8')];
    }),
  );
}

describe('the gRPC contracts', () => {
  it('are generated from the current .proto files', () => {
    const out = mkdtempSync(join(tmpdir(), 'generated-'));
    execFileSync(
      buf,
      ['generate', 'libs/contracts/proto', '--template', 'libs/contracts/buf.gen.yaml', '-o', out],
      { cwd: root, env },
    );
    expect(filesOf(join(out, 'src', 'generated'))).toEqual(filesOf(join(contracts, 'src', 'generated')));
    rmSync(out, { recursive: true, force: true });
  });

  it('stay compatible with callers of the released image', () => {
    const against = ['breaking', 'libs/contracts/proto', '--against', 'libs/contracts/proto/contracts.binpb'];
    const { status, stdout } = spawnSync(buf, against, { cwd: root, env, encoding: 'utf8' });
    expect(stdout).toBe('');
    expect(status).toBe(0);
  });
});
