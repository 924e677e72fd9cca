import { JwtService } from '@nestjs/jwt';
import { z } from 'zod';
import { AppError } from '../errors/app-error.ts';
import type { Clock } from '../host/tokens.ts';
import type { SigningKeys } from './signing-keys.ts';

const issuer = 'webinar-vault';
/** Our tokens have about 400 characters; much longer ones are not parsed. */
const maxTokenLength = 2_048;

/** `crit` names extensions that a verifier must support; this one supports none. */
const header = z
  .looseObject({ alg: z.literal('ES256'), kid: z.string().max(64) })
  .refine((fields) => !('crit' in fields));
/** The library accepts a token without an expiry; our tokens always have one. */
const payload = z.object({
  sub: z.string().min(1).max(64),
  jti: z.string().min(1).max(64),
  exp: z.number(),
});

/** The audience of a token: a token of one audience is refused by the other. */
export type Audience = 'user' | 'staff';

/** The user and the session of a token. */
export interface TokenClaims {
  readonly userId: string;
  readonly sessionId: string;
}

export interface SessionTokensOptions {
  readonly audience: Audience;
  readonly keys: Pick<SigningKeys, 'newest' | 'find'>;
  readonly clock: Clock;
}

/** Signs and checks the session tokens of one audience: JWT with ES256 and no other algorithm. */
export class SessionTokens {
  // Keys are passed with each call, so it needs no options.
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

  /** @throws {AppError} `unauthenticated` for anything but a valid, unexpired token; the cause has the reason */
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
    if (!key) throw new Error('There is no key with the key id of the token.');
    return key.publicPem;
  }
}

function epochSeconds(time: Date): number {
  return Math.floor(time.getTime() / 1000);
}
