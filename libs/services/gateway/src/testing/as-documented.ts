import { apiDocument } from '@vault/contracts/openapi';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';

interface Media {
  readonly schema: object;
}
interface DocumentedResponse {
  readonly $ref?: string;
  readonly content?: Readonly<Record<string, Media>>;
}
interface Operation {
  readonly responses: Readonly<Record<string, DocumentedResponse>>;
}
interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: { readonly responses: Readonly<Record<string, DocumentedResponse>> };
}

const document = closed(apiDocument) as Document;
const ajv = new Ajv2020({ strict: false, validateFormats: false, allErrors: true });
ajv.addSchema({ ...document, $id: 'document' });
const validators = new Map<string, ValidateFunction>();

/** Forbids undocumented fields: clients must ignore unknown fields, but tests must find them. */
function closed(part: unknown): unknown {
  if (typeof part !== 'object' || part === null) return part;
  if (Array.isArray(part)) return part.map(closed);
  const copy = Object.fromEntries(Object.entries(part).map(([name, value]) => [name, closed(value)]));
  return copy.type === 'object' && 'properties' in copy ? { ...copy, additionalProperties: false } : copy;
}

/** The documented call of an address, if any. */
function operationOf(method: string, address: string): { name: string; operation: Operation } | undefined {
  const path = new URL(address, 'http://gateway').pathname.replace(/^\/api|\/$/g, '');
  const fits = (template: string) =>
    new RegExp(`^${template.replace(/\/$/, '').replaceAll(/\{\w+\}/g, '[^/]+')}$`).test(path);
  // Like routers, prefer a path without variables.
  const [found] = Object.entries(document.paths)
    .filter(([template, item]) => fits(template) && method.toLowerCase() in item)
    .sort(([a], [b]) => Number(a.includes('{')) - Number(b.includes('{')));
  return found && { name: `${method} ${found[0]}`, operation: found[1][method.toLowerCase()]! };
}

/**
 * Returns an answer of the API if it matches the document of its call and status; answers of undocumented addresses are
 * not checked, nor is the content of a stream without an end.
 * @throws {Error} that names the difference
 */
export async function asDocumented(method: string, address: string, response: Response): Promise<Response> {
  const found = operationOf(method, address);
  if (!found) return response;
  const { name, operation } = found;
  const status = String(response.status);
  const documented = operation.responses[status] ?? (response.ok ? undefined : operation.responses.default);
  const { content } = resolve(documented) ?? {};
  const type = response.headers.get('content-type')?.split(';')[0] ?? '';
  const schema = content?.[type]?.schema;
  if (!schema) throw new Error(`${name} answers ${status} with ${type}, which is not documented.`);
  if (type === 'text/event-stream') return response;
  const text = await response.clone().text();
  const validate = validatorOf(`${name} ${status} ${type}`, schema);
  if (!validate(type === 'application/json' ? JSON.parse(text) : text))
    throw new Error(`${name} answers ${status} with ${text}, but ${ajv.errorsText(validate.errors)}.`);
  return response;
}

function resolve(response: DocumentedResponse | undefined): DocumentedResponse | undefined {
  return response?.$ref
    ? document.components.responses[response.$ref.replace('#/components/responses/', '')]
    : response;
}

function validatorOf(key: string, schema: object): ValidateFunction {
  const cached = validators.get(key);
  if (cached) return cached;
  // References of a part of the document resolve in the whole document.
  const whole = JSON.parse(JSON.stringify(schema).replaceAll('"#/', '"document#/')) as object;
  const validator = ajv.compile(whole);
  validators.set(key, validator);
  return validator;
}
