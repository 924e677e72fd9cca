import { accessTable, type IdParameter } from './access-table.ts';
import type { Answer, Api } from './api.ts';

/** The ids of a call by their parameters. */
export type Filled = ReadonlyMap<IdParameter, string>;

const missingId = '00000000-0000-4000-8000-000000000000';

/** Calls a route with valid input. Parameters that are not given get an unknown id. */
export function callRoute(api: Api, name: string, filled: Filled = new Map()): Promise<Answer> {
  const { ids = [], query, body } = accessTable[name]!;
  const [method = '', template = ''] = name.split(' ');
  const sent = { path: {}, query: { ...query }, body: { ...body } } as Record<
    IdParameter['in'],
    Record<string, unknown>
  >;
  for (const parameter of ids) {
    const id =
      filled.get(parameter) ?? (parameter.kind === 'user' && parameter.in !== 'path' ? undefined : missingId);
    if (id !== undefined) sent[parameter.in][parameter.name] = id;
  }
  const path = template.replaceAll(/\{(\w+)\}/g, (_, variable: string) =>
    encodeURIComponent(String(sent.path[variable])),
  );
  const search = new URLSearchParams(sent.query as Record<string, string>).toString();
  const takesBody = body !== undefined || ids.some((parameter) => parameter.in === 'body');
  return api.send(method, `/api${path}${search && `?${search}`}`, takesBody ? { body: sent.body } : {});
}
