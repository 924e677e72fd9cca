import {
  applyDecorators,
  createParamDecorator,
  HttpCode,
  RequestMapping,
  RequestMethod,
  UseGuards,
  type CanActivate,
  type ExecutionContext,
  type PipeTransform,
  type Type,
} from '@nestjs/common';
import { ThrottlerGuard } from '@nestjs/throttler';
import { AppError } from '@vault/base';
import type { ErrorEnvelope } from '@vault/contracts';
import type { Caller as CallerKind, Route as RouteDefinition } from '@vault/contracts/openapi';
import type { adminRpc } from '@vault/contracts/rpc';
import { BodyLimit, TakesForm } from '@vault/platform';
import { parse } from '@vault/platform/http';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import { answerUnlessKnown, serialize, type SerializedAnswer } from '../http/serialized-answer.ts';
import type { Caller } from '../sessions/session.service.ts';
import { StaffGuard, staffCallerOf } from '../sessions/staff.guard.ts';
import { callerOf, UserGuard } from '../sessions/user.guard.ts';
import { Needs, PermissionGuard } from './permission.guard.ts';

interface Callers {
  readonly anyone: undefined;
  readonly ticket: undefined;
  readonly user: Caller;
  readonly staff: adminRpc.StaffCaller;
  /** The admin service checks the role. */
  readonly owner: adminRpc.StaffCaller;
}

/** What a handler gets: who calls, and the input as the schemas of its route have parsed it. */
export interface RequestOf<Definition extends RouteDefinition> {
  readonly caller: Callers[Definition['caller']];
  readonly params: z.output<NonNullable<Definition['params']>>;
  readonly query: z.output<NonNullable<Definition['query']>>;
  readonly body: z.output<NonNullable<Definition['body']>['schema']>;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
}

/** An answer without its `status`; or a failure, whose status the handler has set; or a reply that it has sent. */
type AnswerOf<Schema extends z.ZodType> = Omit<z.input<Schema>, 'status'> | ErrorEnvelope | FastifyReply;

/** What a handler returns: nothing where every success is answered the same. */
type ResultOf<Definition extends RouteDefinition> = Definition['answer'] extends { readonly isFixed: true }
  ? Promise<void>
  : Definition['answer'] extends { readonly schema: infer Schema extends z.ZodType }
    ? AnswerOf<Schema> | Promise<AnswerOf<Schema> | SerializedAnswer>
    : Promise<string> | Promise<FastifyReply> | Promise<void>;

const nobody = { guards: [], find: () => undefined };
const staff = { guards: [StaffGuard], find: staffCallerOf };

/** The guards of each kind of caller, and who was let through. A handler checks a ticket, or else the token. */
const callers: {
  readonly [Kind in CallerKind]: {
    readonly guards: readonly Type<CanActivate>[];
    readonly find: (request: FastifyRequest) => Callers[Kind];
  };
} = {
  anyone: nobody,
  ticket: nobody,
  user: { guards: [UserGuard], find: callerOf },
  staff,
  owner: staff,
};

/**
 * Serves a route of the API with a method, whose types must fit the route.
 * @param pipe completes the request of the handler
 */
export function Route<Definition extends RouteDefinition, Added = unknown>(
  route: Definition,
  pipe?: Type<PipeTransform<never, Promise<Added>>>,
) {
  type Handler = (request: RequestOf<Definition> & Added, ...rest: never[]) => ResultOf<Definition>;
  const [method = '', path = ''] = route.call.split(' ');
  const permission = route.caller === 'user' ? route.needs : undefined;
  return <Method extends Handler>(
    target: object,
    name: string,
    descriptor: TypedPropertyDescriptor<Method>,
  ): void => {
    const handle = descriptor.value as unknown as (...input: unknown[]) => unknown;
    // By its name the handler has its own tries to sign in.
    const { [name]: answering } = {
      async [name](this: unknown, request: RequestOf<RouteDefinition>, ...rest: unknown[]) {
        return toSent(route, request, await handle.call(this, request, ...rest));
      },
    };
    descriptor.value = answering as unknown as Method;
    RouteRequest(route, ...(pipe ? [pipe] : []))(target, name, 0);
    applyDecorators(
      RequestMapping({
        method: RequestMethod[method as keyof typeof RequestMethod],
        path: `/api${path.replaceAll(/\{(\w+)\}/g, ':$1')}`,
      }),
      HttpCode(200),
      UseGuards(
        ...callers[route.caller].guards,
        ...(route.isThrottled ? [ThrottlerGuard] : []),
        ...(permission ? [PermissionGuard] : []),
      ),
      ...(permission ? [Needs({ permission, call: route.call })] : []),
      ...bodyDecoratorsOf(route),
    )(target, name, descriptor);
  };
}

function bodyDecoratorsOf({ call, bodyLimit, takesForm }: RouteDefinition): MethodDecorator[] {
  if (takesForm && bodyLimit !== undefined) throw new Error(`${call}: a form has a limit of its own.`);
  if (takesForm) return [TakesForm()];
  return bodyLimit === undefined ? [] : [BodyLimit(bodyLimit)];
}

const RouteRequest = createParamDecorator(
  (route: RouteDefinition, context: ExecutionContext): RequestOf<RouteDefinition> => {
    const request = context.switchToHttp().getRequest<FastifyRequest>();
    const reply = context.switchToHttp().getResponse<FastifyReply>();
    const caller = callers[route.caller].find(request);
    const params = route.params ? readParams(route.params, request.params) : {};
    const query = route.query ? parse(route.query, request.query) : {};
    const body = route.body && parse(route.body.schema, request.body);
    if (route.caller === 'user') requireOwnId(callerOf(request), { ...query, ...(body as object) });
    return { caller, params, query, body, request, reply };
  },
);

/** @throws {AppError} not-found when an id of the path is invalid, like for an unknown one */
function readParams(schema: z.ZodObject, params: unknown) {
  const parsed = schema.safeParse(params);
  if (parsed.success) return parsed.data;
  throw new AppError('not-found', parsed.error.issues[0]?.message ?? '', { cause: parsed.error });
}

/** Old clients also send the user's id; the id of another user is refused. */
function requireOwnId({ user }: Caller, { userId }: { readonly userId?: unknown }): void {
  if (userId && userId !== user.id) throw new AppError('forbidden', 'Forbidden');
}

/** What the web framework sends. */
function toSent(
  { answer: success, isConditional }: RouteDefinition,
  { request, reply }: RequestOf<RouteDefinition>,
  answer: unknown,
): unknown {
  if ('file' in success) return answer;
  if (success.isFixed) return success.example;
  // The handler has sent it: a reply is awaited until its end, and leaves nothing.
  if (answer === undefined) return undefined;
  if (isSerialized(answer)) return answerUnlessKnown(request, reply, answer);
  const whole = { status: 'success', ...(answer as object) };
  return isConditional ? answerUnlessKnown(request, reply, serialize(whole)) : whole;
}

function isSerialized(answer: unknown): answer is SerializedAnswer {
  return typeof answer === 'object' && answer !== null && 'etag' in answer;
}
