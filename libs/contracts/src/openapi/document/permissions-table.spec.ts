import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { apiRoutes } from '../api-routes.ts';
import { permissionsTables } from './permissions-table.ts';

const cellsOf = (text: string) => text.replaceAll(/ *\| */g, '|').replaceAll(/-{3,}/g, '---');

test('docs/permissions.md is what `npm run generate` writes', () => {
  const document = readFileSync(join(import.meta.dirname, '../../../../../docs/permissions.md'), 'utf8');
  const tables = document.slice(document.indexOf('| permission'));
  expect(cellsOf(tables).trim()).toBe(cellsOf(permissionsTables()));
});

test('each call of a user needs a permission, and no other call does', () => {
  for (const { id, caller, needs } of apiRoutes)
    expect([id, needs !== undefined]).toEqual([id, caller === 'user' || caller === 'ticket']);
});
