import type { Api } from './api.ts';

/** A route of the API document. */
export interface DocumentedRoute {
  /** Method and path: `GET /muxvideos/asset/{id}`. */
  readonly name: string;
  /** The kind of token it takes. */
  readonly token: 'none' | 'user' | 'staff';
  /** Its parameters that take an id: `path id`, `body passthrough`. */
  readonly idParameters: readonly string[];
}

interface Schema {
  readonly $ref?: string;
  readonly properties?: Readonly<Record<string, object>>;
}

interface Call {
  readonly security?: readonly object[];
  readonly parameters?: readonly { readonly in: string; readonly name: string }[];
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema: Schema }>> };
}

interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Call>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> };
}

/** The client id of a provider is none of the product. */
const namesAnId = (name: string) =>
  name === 'passthrough' || (/^id$|Id$|_id$/.test(name) && name !== 'client_id');

/** Reads all routes from the served API document, which the gateway's specs compare with the registered routes. */
export async function readApiPaths(api: Api): Promise<DocumentedRoute[]> {
  const { json } = await api.send('GET', '/api/openapi.json');
  const document = json as unknown as Document;
  return Object.entries(document.paths).flatMap(([path, calls]) =>
    Object.entries(calls).map(([method, call]) => ({
      name: `${method.toUpperCase()} ${path}`,
      token: tokenOf(call),
      idParameters: [
        ...(call.parameters ?? []).filter(({ name }) => namesAnId(name)).map((at) => `${at.in} ${at.name}`),
        ...bodyFieldsOf(document, call)
          .filter(namesAnId)
          .map((name) => `body ${name}`),
      ],
    })),
  );
}

function tokenOf({ security }: Call): DocumentedRoute['token'] {
  if (security === undefined) return 'user';
  return security.some((scheme) => 'staff' in scheme) ? 'staff' : 'none';
}

function bodyFieldsOf({ components }: Document, { requestBody }: Call): string[] {
  const [content] = Object.values(requestBody?.content ?? {});
  const schema = content?.schema;
  const named = components.schemas[schema?.$ref?.replace('#/components/schemas/', '') ?? ''];
  return Object.keys((named ?? schema)?.properties ?? {});
}
