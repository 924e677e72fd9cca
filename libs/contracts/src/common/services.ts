/** Every product service. Embedded adapters start only when all services run in one process. */
export const serviceNames = [
  'gateway',
  'auth',
  'upload',
  'chaptering',
  'search',
  'clip',
  'portal',
  'admin',
] as const;

export type ServiceName = (typeof serviceNames)[number];
