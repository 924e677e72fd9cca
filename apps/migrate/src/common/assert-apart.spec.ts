import { mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { assertApart } from './assert-apart.ts';

describe(assertApart, () => {
  const root = mkdtempSync(join(tmpdir(), 'apart-'));
  const path = (name: string) => join(root, name);
  mkdirSync(path('data/media'), { recursive: true });
  symlinkSync(path('data'), path('link'));
  symlinkSync(path('data/media'), path('link-inside'));
  afterAll(() => rmSync(root, { recursive: true }));

  it.each([
    'data',
    'data/new/deep',
    'data/..new',
    'data/media/../new',
    'link',
    'link/new',
    'link-inside/new',
    '.',
  ])('refuses %s for data', (target) => {
    expect(() => assertApart(path(target), path('data'))).toThrow('must be different folders');
    expect(() => assertApart(path('data'), path(target))).toThrow('must be different folders');
  });

  it.each(['data-new', 'new', '..data', 'link/../new'])('accepts %s for data', (target) => {
    expect(() => assertApart(path(target), path('data'))).not.toThrow();
  });
});
