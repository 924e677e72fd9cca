// Writes the table of docs/processes.md that says which process reads which variable: `npm run generate`.
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { format, resolveConfig } from 'prettier';
import { variablesTable } from '../deploy/spec/variables-table.ts';

const file = fileURLToPath(new URL('../docs/processes.md', import.meta.url));
const [before] = readFileSync(file, 'utf8').split('| variable');
const text = `${before}${await variablesTable()}\n`;
writeFileSync(file, await format(text, { ...(await resolveConfig(file)), parser: 'markdown' }));
