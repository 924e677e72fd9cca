import { z } from 'zod';
import { TokenRefusedError } from './refusal.ts';

export interface TokenEndpointOptions {
  /** Where tokens are issued. */
  readonly url: string;
  readonly clientId: string;
  readonly clientSecret: () => string;
  readonly scope?: string | undefined;
}

const answerWithinMs = 5_000;
/** A token is replaced after this part of its lifetime. */
const usedPart = 0.8;
const answerSchema = z.object({
  access_token: z.string().min(1),
  expires_in: z.number().positive().default(60),
});

/** Gets tokens for this process (OAuth 2.0 client credentials), and keeps each for most of its lifetime. */
export class TokenEndpoint {
  private token: { readonly text: string; readonly staleAt: number } | undefined;
  private running: Promise<string> | undefined;

  constructor(private readonly options: TokenEndpointOptions) {}

  /** @throws when the endpoint issues no token within 5 s */
  async current(): Promise<string> {
    if (this.token && performance.now() < this.token.staleAt) return this.token.text;
    // Several connections may sign in at the same time.
    this.running ??= this.fetchToken().finally(() => (this.running = undefined));
    return this.running;
  }

  private async fetchToken(): Promise<string> {
    const { url, clientId, clientSecret, scope } = this.options;
    const askedAt = performance.now();
    const credentials = [clientId, clientSecret()].map(encodeURIComponent).join(':');
    const response = await fetch(url, {
      method: 'POST',
      headers: { authorization: `Basic ${Buffer.from(credentials).toString('base64')}` },
      body: new URLSearchParams({ grant_type: 'client_credentials', ...(scope && { scope }) }),
      redirect: 'error',
      signal: AbortSignal.timeout(answerWithinMs),
    }).catch((cause: unknown) => {
      throw new Error('The token endpoint does not answer.', { cause });
    });
    if (response.status >= 400 && response.status < 500)
      throw new TokenRefusedError(`The token endpoint answered ${String(response.status)}.`);
    if (!response.ok) throw new Error(`The token endpoint answered ${String(response.status)}.`);
    const answer = answerSchema.safeParse(await response.json().catch(() => undefined));
    if (!answer.success) throw new Error('The answer of the token endpoint has no token.');
    const { access_token: text, expires_in: seconds } = answer.data;
    this.token = { text, staleAt: askedAt + seconds * 1_000 * usedPart };
    return text;
  }
}
