import type { FastifyRequest } from 'fastify';

/** What a request shows: who calls, and which workspace it is about. */
export interface Credentials {
  readonly authorization: string | undefined;
  /** By default the caller's own one. */
  readonly workspaceId?: string | undefined;
}

export function credentialsOf({ headers }: Pick<FastifyRequest, 'headers'>): Credentials {
  const { authorization, 'vault-workspace': workspaceId } = headers;
  return { authorization, workspaceId: workspaceId?.toString() };
}
