import { request, type Agent } from 'node:http';

export interface JsonRequest {
  readonly token: string;
  readonly agent: Agent;
  readonly body?: unknown;
  /** By default the own one of the user. */
  readonly workspaceId?: string | undefined;
}

/** Sends a request and reads its complete answer. @throws unless its status is 200 */
export function sendJson(
  method: string,
  url: string,
  { token, agent, body, workspaceId }: JsonRequest,
): Promise<void> {
  const text = body === undefined ? '' : JSON.stringify(body);
  const headers = {
    authorization: `Bearer ${token}`,
    ...(workspaceId === undefined ? {} : { 'vault-workspace': workspaceId }),
    ...(text ? { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) } : {}),
  };
  return new Promise((resolve, reject) => {
    const call = request(url, { method, agent, headers }, (answer) => {
      let read = '';
      answer.setEncoding('utf8').on('data', (part: string) => (read += part));
      answer.once('end', () => {
        if (answer.statusCode === 200) resolve();
        else reject(new Error(`${method} ${url} answered ${String(answer.statusCode)}: ${read}`));
      });
      answer.once('error', reject);
    });
    call.once('error', reject).end(text);
  });
}
