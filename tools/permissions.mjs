// Writes the tables of docs/permissions.md, which say what each role in a team may do: `npm run generate`.
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { format, resolveConfig } from 'prettier';
import { permissionsTables } from '../libs/contracts/src/openapi/document/permissions-table.ts';

const file = fileURLToPath(new URL('../docs/permissions.md', import.meta.url));
const [before] = readFileSync(file, 'utf8').split('| permission');
const text = `${before}${permissionsTables()}\n`;
writeFileSync(file, await format(text, { ...(await resolveConfig(file)), parser: 'markdown' }));
