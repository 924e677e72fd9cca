import { RouteConfig } from '@nestjs/platform-fastify';
import { AppError } from '@vault/base';
import { errorCodes, type FastifyInstance, type FastifyRequest } from 'fastify';

const formType = 'application/x-www-form-urlencoded';
const formLimitBytes = 16 * 1024;
const withoutBody = ['GET', 'HEAD'];

/**
 * Makes a route take a form of at most 16 KiB, and nothing else. Its body is an object of strings. A browser sends a form of
 * another site without asking, so that such a route must not act for whoever the browser is.
 */
export function TakesForm(): MethodDecorator {
  return RouteConfig({ takesForm: true });
}

/** Refuses a form where none is taken, as a type that nobody knows, and everything else where one is. */
export function refuseOtherBodies(fastify: FastifyInstance): void {
  fastify.addHook('preParsing', (request, _reply, payload, done) => {
    const isForm = request.mediaType === formType && !withoutBody.includes(request.method);
    if (isForm === takesForm(request) || request.is404) done(null, payload);
    else done(new errorCodes.FST_ERR_CTP_INVALID_MEDIA_TYPE());
  });
}

/** Call it when no parser of forms is there. */
export function addFormParser(fastify: FastifyInstance): void {
  const options = { parseAs: 'buffer' as const, bodyLimit: formLimitBytes };
  fastify.addContentTypeParser<Buffer>(formType, options, (request, body, done) => {
    // An unknown address is answered as such, whatever the form is.
    if (request.is404) {
      done(null);
      return;
    }
    try {
      done(null, parseForm(body));
    } catch (error) {
      done(error as Error);
    }
  });
}

/** @throws {AppError} for a name that is there twice, and for what is not encoded as forms are */
export function parseForm(body: Buffer): Record<string, string> {
  const values = new Map<string, string>();
  for (const pair of textOf(body).split('&')) {
    if (pair === '') continue;
    const [name = '', ...rest] = pair.split('=');
    const decodedName = decode(name);
    if (values.has(decodedName)) throw unreadable('A name is there twice.');
    values.set(decodedName, decode(rest.join('=')));
  }
  return Object.fromEntries(values);
}

function takesForm({ routeOptions }: FastifyRequest): boolean {
  const config = routeOptions.config as { takesForm?: boolean } | undefined;
  return config?.takesForm === true;
}

function textOf(body: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(body);
  } catch {
    throw unreadable('It is not UTF-8.');
  }
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    throw unreadable('Its encoding is wrong.');
  }
}

function unreadable(why: string): AppError {
  return new AppError('invalid-input', 'The request could not be read.', { cause: new Error(why) });
}
