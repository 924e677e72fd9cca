import type { IncomingMessage } from 'node:http';
import type { ZodType } from 'zod';
import { HttpError, invalidParameters } from './respond.ts';

/**
 * Reads and validates a JSON body; an empty body counts as `{}`.
 *
 * @throws HttpError 413 above `maxBytes`, 400 when it is not JSON or does not match the schema.
 */
export async function readJson<T>(req: IncomingMessage, schema: ZodType<T>, maxBytes: number): Promise<T> {
  const result = schema.safeParse(parse(await readText(req, maxBytes)));
  if (result.success) return result.data;
  const [issue] = result.error.issues;
  throw invalidParameters(`${issue?.path.join('.') ?? 'body'}: ${issue?.message ?? 'not valid'}`);
}

async function readText(req: IncomingMessage, maxBytes: number): Promise<string> {
  const pieces: Buffer[] = [];
  let bytes = 0;
  for await (const piece of req.iterator({ destroyOnReturn: false })) {
    bytes += (piece as Buffer).length;
    if (bytes > maxBytes) {
      throw new HttpError(413, 'too_large', `the body may have at most ${maxBytes} bytes`, {
        Connection: 'close',
      });
    }
    pieces.push(piece as Buffer);
  }
  return Buffer.concat(pieces).toString('utf8');
}

function parse(text: string): unknown {
  if (text.trim() === '') return {};
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new HttpError(400, 'invalid_parameters', `the body is not JSON: ${(cause as Error).message}`);
  }
}
