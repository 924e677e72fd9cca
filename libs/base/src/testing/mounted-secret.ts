import { mkdirSync, mkdtempSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A folder with the files of a Secret; like Kubernetes, it replaces all of them at once by renaming a link. */
export class MountedSecret {
  readonly folder = mkdtempSync(join(tmpdir(), 'vault-secret-'));
  private versions = 0;

  constructor(files: Readonly<Record<string, string>>) {
    for (const name of Object.keys(files)) symlinkSync(join('..data', name), this.path(name));
    this.replace(files);
  }

  path(name: string): string {
    return join(this.folder, name);
  }

  replace(files: Readonly<Record<string, string>>): void {
    this.versions += 1;
    const version = `..version-${String(this.versions)}`;
    mkdirSync(this.path(version));
    for (const [name, content] of Object.entries(files))
      writeFileSync(this.path(join(version, name)), content, { mode: 0o600 });
    symlinkSync(version, this.path('..data-new'));
    renameSync(this.path('..data-new'), this.path('..data'));
  }

  remove(): void {
    rmSync(this.folder, { recursive: true });
  }
}
