// Writes libs/contracts/openapi.json, the document of every call of the API, from the schemas: `npm run generate`.
import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { format, resolveConfig } from 'prettier';
import { openapiDocument } from '../libs/contracts/src/openapi/document/openapi-document.ts';

const file = fileURLToPath(new URL('../libs/contracts/openapi.json', import.meta.url));
const text = JSON.stringify(openapiDocument(), null, 2);
writeFileSync(file, await format(text, { ...(await resolveConfig(file)), parser: 'json' }));
