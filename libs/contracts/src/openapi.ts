import document from '../openapi.json' with { type: 'json' };

export { callerOf, type ApiRoute, type Caller } from './openapi/api-route.ts';
export { apiRoutes, otherAddresses } from './openapi/api-routes.ts';

/** The OpenAPI document of every call, as `npm run generate` wrote it; addresses are relative to where it is read. */
export const apiDocument: Readonly<Record<string, unknown>> = document;
