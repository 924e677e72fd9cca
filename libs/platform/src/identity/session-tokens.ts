import { JwtService } from '@nestjs/jwt';
import { z } from 'zod';
import { AppError } from '../errors/app-error.ts';
import type { Clock } from '../host/tokens.ts';
import type { KeyRing } from './key-ring.ts';

const issuer = 'webinar-vault';
/** Ours are about 400 characters; nothing longer is worth parsing. */
const maxTokenLength = 2_048;

/** `crit` names extensions that a reader must know, and we know none. */
const header = z
  .looseObject({ alg: z.literal('ES256'), kid: z.string().max(64) })
  .refine((fields) => !('crit' in fields));
/** The library passes a token over that never ends; ours all do. */
const payload = z.object({
  sub: z.string().min(1).max(64),
  jti: z.string().min(1).max(64),
  exp: z.number(),
});

/** Whom a token is for: a token of one audience is refused by the other. */
export type Audience = 'user' | 'staff';

/** Whom a token was given to, and for which session. */
export interface TokenClaims {
  readonly userId: string;
  readonly sessionId: string;
}

export interface SessionTokensOptions {
  readonly audience: Audience;
  readonly keys: Pick<KeyRing, 'newest' | 'find'>;
  readonly clock: Clock;
}

/** Signs and checks the session tokens of one audience: JWT with ES256 and no other algorithm. */
export class SessionTokens {
  // Keys are given with each call, so it needs no options and no module of its own.
  private readonly jwt = new JwtService();

  constructor(private readonly options: SessionTokensOptions) {}

  sign({ userId, sessionId }: TokenClaims, issuedAt: Date, expiresAt: Date): Promise<string> {
    const { audience, keys } = this.options;
    const { id: keyid, privateKey } = keys.newest;
    return this.jwt.signAsync(
      { iat: epochSeconds(issuedAt), exp: epochSeconds(expiresAt) },
      { algorithm: 'ES256', keyid, privateKey, issuer, audience, subject: userId, jwtid: sessionId },
    );
  }

  /** @throws {AppError} `unauthenticated` for whatever is not a running token of ours; the reason stays in the cause */
  async verify(token: string): Promise<TokenClaims> {
    const { audience, clock } = this.options;
    try {
      const verified: unknown = await this.jwt.verifyAsync(token, {
        algorithms: ['ES256'],
        publicKey: this.publicKeyOf(token),
        issuer,
        audience,
        clockTimestamp: epochSeconds(clock.now()),
      });
      const { sub, jti } = payload.parse(verified);
      return { userId: sub, sessionId: jti };
    } catch (cause) {
      throw new AppError('unauthenticated', 'Unauthorized', { cause });
    }
  }

  private publicKeyOf(token: string): string {
    if (token.length > maxTokenLength) throw new Error('The token is too long.');
    const decoded: unknown = this.jwt.decode(token, { complete: true });
    const { kid } = z.object({ header }).parse(decoded).header;
    const key = this.options.keys.find(kid);
    if (!key) throw new Error('No key has the name that the token gives.');
    return key.publicPem;
  }
}

function epochSeconds(time: Date): number {
  return Math.floor(time.getTime() / 1000);
}
