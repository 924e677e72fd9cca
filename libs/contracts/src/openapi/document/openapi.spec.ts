import { readFileSync } from 'node:fs';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { z } from 'zod';
import { apiRoutes, type ApiRoute } from '../api-routes.ts';
import { documentShape, type OpenapiDocument, type Operation } from './document-shape.fixture.ts';
import { openapiDocument } from './openapi-document.ts';
import { apiTags, isStaff } from '../route.ts';

const file = new URL('../../../openapi.json', import.meta.url);
const document = JSON.parse(readFileSync(file, 'utf8')) as OpenapiDocument;
const base = 'https://vault.test/openapi.json';

interface Call {
  readonly name: string;
  readonly path: string;
  readonly method: string;
  readonly operation: Operation;
}

const calls = Object.entries(document.paths).flatMap(([path, item]): Call[] =>
  Object.entries(item).map(([method, operation]) => ({ name: `${method} ${path}`, path, method, operation })),
);

/** Every `$ref` in a part of the document. */
function refsIn(part: unknown): string[] {
  if (typeof part !== 'object' || part === null) return [];
  return Object.entries(part).flatMap(([name, value]) => (name === '$ref' ? [String(value)] : refsIn(value)));
}

function resolve(ref: string): unknown {
  const path = ref.replace(/^#\//, '').split('/');
  return path.reduce<unknown>(
    (part, name) => (part as Record<string, unknown> | undefined)?.[name],
    document,
  );
}

/** Calls that answer a file or a stream, whose content the document does not describe. */
const answersFile = ({ operation: { responses } }: Call) => {
  const answer = responses['200'];
  return answer !== undefined && 'content' in answer && !answer.content?.['application/json'];
};

/** The content of a success. */
function contentOf({ responses }: Operation) {
  const answer = responses['200'];
  const content = answer && 'content' in answer ? answer.content?.['application/json'] : undefined;
  if (!content) throw new Error('The success of this call is not documented.');
  return content;
}

/** Validates with a schema of the document. Strict: a keyword that JSON Schema does not define is an error. */
function validatorAt(...path: string[]) {
  const ajv = new Ajv2020({ strict: true, strictTypes: false, validateFormats: false, allErrors: true });
  ajv.addVocabulary(['openapi', 'info', 'servers', 'tags', 'security', 'paths', 'components', 'example']);
  ajv.addSchema({ ...document, $id: base });
  const pointer = path.map((name) => name.replaceAll('~', '~0').replaceAll('/', '~1')).join('/');
  return ajv.compile({ $ref: `${base}#/${encodeURI(pointer)}` });
}

describe('openapi.json', () => {
  it('matches the schemas (else run `npm run generate`)', () => {
    expect(document).toEqual(JSON.parse(JSON.stringify(openapiDocument())));
  });

  it('is an OpenAPI 3.1 document', () => {
    expect(z.prettifyError(documentShape.safeParse(document).error ?? new z.ZodError([]))).toBe('');
    // The shape also rejects invalid documents.
    const operation = { ...calls[0]!.operation, sumary: 'a typo' };
    const paths = { '/auth/login': { post: operation } };
    expect(documentShape.safeParse({ ...document, paths }).success).toBe(false);
    expect(documentShape.safeParse({ ...document, openapi: '3.0.0' }).success).toBe(false);
  });

  it('has neither broken references nor unused components', () => {
    const refs = new Set(refsIn(document));
    expect(refs.size).toBeGreaterThan(10);
    expect([...refs].filter((ref) => resolve(ref) === undefined)).toEqual([]);
    const { schemas, responses } = document.components;
    const components = [
      ...Object.keys(schemas).map((name) => `#/components/schemas/${name}`),
      ...Object.keys(responses).map((name) => `#/components/responses/${name}`),
    ];
    expect(components.filter((ref) => !refs.has(ref))).toEqual([]);
  });

  it('contains each call once, with an existing tag', () => {
    const ids = calls.map(({ operation }) => operation.operationId);
    expect(new Set(ids).size).toBe(apiRoutes.length);
    const tags = new Set(calls.flatMap(({ operation }) => operation.tags));
    expect([...tags].sort()).toEqual(Object.keys(apiTags).sort());
  });

  it.each(calls)(
    'has a parameter for each variable of $name, and describes each parameter',
    ({ path, operation }) => {
      const variables = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
      const inPath = (operation.parameters ?? []).filter((parameter) => parameter.in === 'path');
      expect(inPath.map(({ name }) => name)).toEqual(variables);
      expect(inPath.every(({ required }) => required)).toBe(true);
      expect((operation.parameters ?? []).filter(({ description }) => !description)).toEqual([]);
    },
  );

  it('has calls that answer a file or a stream', () => {
    expect(calls.filter(answersFile).map(({ name }) => name)).toEqual([
      'get /account/export',
      'get /workspace/audit.csv',
      'get /workspace/audit.jsonl',
      'get /events',
      'get /glossary.csv',
      'get /admin/staff.csv',
      'get /admin/audit.csv',
      'get /admin/employees.csv',
      'get /admin/videos.csv',
      'get /admin/employee-token-histories/{employeeId}/entries.csv',
    ]);
  });

  it.each(calls)('documents the kind of token of $name', ({ path, operation }) => {
    const route = apiRoutes.find(({ id }) => id === operation.operationId)!;
    const staff = isStaff(route.caller);
    expect(operation.security?.some((scheme) => 'staff' in scheme) ?? false).toBe(staff);
    const isSignIn = path === '/admin/login' || path.startsWith('/admin/sso');
    expect(staff || isSignIn).toBe(path.startsWith('/admin/'));
  });

  it.each(calls.filter((call) => !answersFile(call)))(
    'has a valid example of the answer of $name, and rejects an empty answer',
    ({ path, method, operation }) => {
      const content = contentOf(operation);
      const validate = validatorAt(
        'paths',
        path,
        method,
        'responses',
        '200',
        'content',
        'application/json',
        'schema',
      );
      void validate(content.example);
      expect(validate.errors ?? []).toEqual([]);
      expect(validate({})).toBe(false);
    },
  );

  it.each(calls.filter(({ operation }) => operation.requestBody))(
    'has a valid example of the body of $name',
    ({ path, method, operation }) => {
      const [type, { example }] = Object.entries(operation.requestBody!.content)[0]!;
      const validate = validatorAt('paths', path, method, 'requestBody', 'content', type, 'schema');
      void validate(example);
      expect(validate.errors ?? []).toEqual([]);
      expect(validate('text')).toBe(false);
      const route = apiRoutes.find(({ id }) => id === operation.operationId);
      expect(route?.body?.schema.safeParse(example).error).toBeUndefined();
    },
  );
});

it('documents the body of a route that takes a form', () => {
  const form: ApiRoute = {
    id: 'signOut',
    tag: 'Account',
    call: 'POST /sign-out',
    caller: 'anyone',
    summary: 'A route of this test',
    takesForm: true,
    body: { schema: z.object({ token: z.string() }), example: { token: 'a' } },
    answer: { schema: z.object({ status: z.literal('success') }), example: { status: 'success' } },
  };
  const made = JSON.parse(JSON.stringify(openapiDocument([...apiRoutes, form]))) as OpenapiDocument;
  expect(documentShape.safeParse(made).error).toBeUndefined();
  const { requestBody, responses } = made.paths['/sign-out']!.post!;
  expect(requestBody).toEqual({
    required: true,
    content: {
      'application/x-www-form-urlencoded': {
        schema: { type: 'object', properties: { token: { type: 'string' } }, required: ['token'] },
        example: { token: 'a' },
      },
    },
  });
  expect(responses['413']).toEqual({ $ref: '#/components/responses/FormTooLarge' });
  expect(made.components.responses).toMatchObject({
    FormTooLarge: { description: 'The form is larger than 16 KiB.' },
  });
});
