import { z } from 'zod';
import {
  createDocument,
  type CreateDocumentOptions,
  type ZodOpenApiOperationObject,
  type ZodOpenApiResponseObject,
} from 'zod-openapi';
import { errorEnvelope } from '../../common/envelope.ts';
import { accountRecord, accountSession, ledgerRow } from '../../routes/account.routes.ts';
import {
  editEmployeeBody,
  employeeRow,
  employeeVideoRow,
  tokenHistoryRow,
} from '../../routes/admin.routes.ts';
import { dashboard } from '../../routes/dashboard.routes.ts';
import { auditRow } from '../../routes/audit.routes.ts';
import {
  chapter,
  operation as operationSchema,
  quote,
  runningOperation,
  savedChapter,
} from '../../routes/chapter.routes.ts';
import { idempotencyKey } from '../../routes/fields/idempotency.ts';
import { clipBody, clipRecord, makeClipBody } from '../../routes/clip.routes.ts';
import {
  currentUser,
  loginBody,
  registerBody,
  sessionUser,
  uploadAllowance,
} from '../../routes/auth.routes.ts';
import { searchResult } from '../../routes/search.routes.ts';
import { staffAccount, staffSession } from '../../routes/staff.routes.ts';
import { userSettings } from '../../routes/settings.routes.ts';
import {
  passthroughBody,
  saveBody,
  stepFailure,
  updateQuoteBody,
  updateSearchBody,
  uploadSession,
  videoRecord,
} from '../../routes/video.routes.ts';
import { apiGuide } from './api-guide.ts';
import { apiRoutes, type ApiRoute } from '../api-routes.ts';
import { failureResponses } from './failure-responses.ts';
import { apiTags, isStaff } from '../route.ts';

// Used in requests only: among the schemas below they would be generated as answers too.
z.globalRegistry.add(makeClipBody, { id: 'NewClip' });
z.globalRegistry.add(saveBody, { id: 'Save' });
z.globalRegistry.add(savedChapter, { id: 'SavedChapter' });

/** Named schemas of generated clients. */
const schemas = {
  Account: accountRecord,
  AccountSession: accountSession,
  AuditEntry: auditRow,
  Chapter: chapter,
  Clip: clipBody,
  ClipOfVideo: clipRecord,
  Dashboard: dashboard,
  Employee: employeeRow,
  EmployeeEdit: editEmployeeBody,
  EmployeeVideo: employeeVideoRow,
  Error: errorEnvelope,
  LedgerEntry: ledgerRow,
  Login: loginBody,
  Operation: operationSchema,
  Passthrough: passthroughBody,
  Quote: quote,
  QuoteUpdate: updateQuoteBody,
  Registration: registerBody,
  RunningOperation: runningOperation,
  SearchResult: searchResult,
  SearchUpdate: updateSearchBody,
  Session: sessionUser,
  Settings: userSettings,
  Staff: staffAccount,
  StaffSession: staffSession,
  StepFailure: stepFailure,
  TokenHistoryEntry: tokenHistoryRow,
  UploadAllowance: uploadAllowance,
  UploadSession: uploadSession,
  User: currentUser,
  Video: videoRecord,
};

/** The OpenAPI 3.1 document of every call. */
export function openapiDocument(routes = apiRoutes) {
  return createDocument(
    {
      openapi: '3.1.1',
      info: {
        title: 'Webinar Vault API',
        summary: 'Upload recorded webinars; get chapters, quotes and a searchable transcript.',
        version: '1.0.0',
        description: apiGuide,
      },
      servers: [{ url: '/api' }],
      tags: Object.entries(apiTags).map(([name, description]) => ({ name, description })),
      security: [{ bearer: [] }],
      paths: pathsOf(routes),
      components: {
        schemas,
        securitySchemes: {
          bearer: { type: 'http', scheme: 'bearer', description: '`data.token` of `POST /auth/login`.' },
          staff: { type: 'http', scheme: 'bearer', description: '`data.token` of `POST /admin/login`.' },
        },
      },
    },
    { override: relax },
  );
}

function pathsOf(routes: readonly ApiRoute[]) {
  const paths: Record<string, Record<string, ZodOpenApiOperationObject>> = {};
  for (const route of routes) {
    const [method = '', path = ''] = route.call.split(' ');
    (paths[path] ??= {})[method.toLowerCase()] = operation(route);
  }
  return paths;
}

function operation(route: ApiRoute): ZodOpenApiOperationObject {
  const { id, tag, summary, description, params, query, body, answer, isConditional, takesForm } = route;
  const header = headerOf(route);
  return {
    operationId: id,
    tags: [tag],
    summary,
    ...(description && { description }),
    ...securityOf(route),
    ...((params ?? query ?? header) && {
      requestParams: {
        ...(params && { path: params }),
        ...(query && { query }),
        ...(header && { header }),
      },
    }),
    ...(body && {
      requestBody: {
        required: !body.isOptional,
        content: {
          [takesForm ? formType : 'application/json']: { schema: body.schema, example: body.example },
        },
      },
    }),
    responses: {
      200: isConditional ? { ...success(answer), headers: entityTag } : success(answer),
      ...(isConditional && { 304: { description: 'The client has this answer.', headers: entityTag } }),
      ...failureResponses(route),
    },
  };
}

const formType = 'application/x-www-form-urlencoded';

function headerOf(route: ApiRoute): z.ZodObject | undefined {
  if (route.isConditional) return ifNoneMatch;
  return (route.hasKey ?? !route.call.startsWith('GET ')) ? chosenKey : undefined;
}

const chosenKey = z.object({
  'Idempotency-Key': idempotencyKey
    .optional()
    .describe('A new UUID for each request, and the same when the request is sent again.'),
});

const ifNoneMatch = z.object({
  'If-None-Match': z.string().optional().describe('The `ETag` of the answer that the client has.'),
});

const entityTag = {
  ETag: { description: 'Identifies the bytes of this answer.', schema: { type: 'string' } },
} as const satisfies ZodOpenApiResponseObject['headers'];

function success(answer: ApiRoute['answer']): ZodOpenApiResponseObject {
  if ('file' in answer)
    return { description: answer.description, content: { [answer.file]: { schema: {} } } };
  const { schema, example } = answer;
  return { description: 'Done.', content: { 'application/json': { schema, example } } };
}

/** Calls of users have the default of the document. */
function securityOf({ caller }: ApiRoute): Pick<ZodOpenApiOperationObject, 'security'> {
  if (caller === 'anyone') return { security: [] };
  return isStaff(caller) ? { security: [{ staff: [] }] } : {};
}

/** Allows additional fields, and removes the bounds that `int()` adds. */
const relax: CreateDocumentOptions['override'] = ({ jsonSchema }) => {
  if (jsonSchema.additionalProperties === false) delete jsonSchema.additionalProperties;
  if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
  if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
};
