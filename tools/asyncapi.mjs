// Writes libs/contracts/asyncapi.yaml, the document of every topic and message, from the schemas: `npm run generate`.
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { format, resolveConfig } from 'prettier';
import { stringify } from 'yaml';
import { asyncapiDocument } from '../libs/contracts/src/asyncapi/asyncapi-document.ts';

const file = fileURLToPath(new URL('../libs/contracts/asyncapi.yaml', import.meta.url));
const golden = new URL('../libs/contracts/src/messages/golden/', import.meta.url);

const document = asyncapiDocument((type) =>
  JSON.parse(readFileSync(new URL(`${type}.json`, golden), 'utf8')),
);
const text = `# Made by \`npm run generate\`.\n${stringify(document, { aliasDuplicateObjects: false, lineWidth: 110 })}`;
writeFileSync(file, await format(text, { ...(await resolveConfig(file)), parser: 'yaml' }));
