import { Inject, Injectable } from '@nestjs/common';
import { JwtService, type JwtModuleOptions } from '@nestjs/jwt';
import { z } from 'zod';
import { AppError, CLOCK, type Clock } from '@vault/base';
import { SigningKeys } from '../keys/signing-keys.ts';

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

/** The options of the JWTs of one audience: ES256 and no other algorithm. Keys may change: each call passes one. */
export function jwtOptions(audience: Audience): JwtModuleOptions {
  return {
    signOptions: { algorithm: 'ES256', issuer, audience },
    verifyOptions: { algorithms: ['ES256'], issuer, audience },
  };
}

/** Signs and checks the session tokens of one audience; its JWT service has {@link jwtOptions}. */
@Injectable()
export class SessionTokens {
  constructor(
    private readonly jwt: JwtService,
    @Inject(SigningKeys) private readonly keys: Pick<SigningKeys, 'newest' | 'find'>,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  sign({ userId, sessionId }: TokenClaims, issuedAt: Date, expiresAt: Date): Promise<string> {
    const { id: keyid, privateKey } = this.keys.newest;
    return this.jwt.signAsync(
      { iat: epochSeconds(issuedAt), exp: epochSeconds(expiresAt) },
      { keyid, privateKey, subject: userId, jwtid: sessionId },
    );
  }

  /** @throws {AppError} `unauthenticated` for anything but a valid, unexpired token; the cause has the reason */
  async verify(token: string): Promise<TokenClaims> {
    try {
      const verified: unknown = await this.jwt.verifyAsync(token, {
        publicKey: this.publicKeyOf(token),
        clockTimestamp: epochSeconds(this.clock.now()),
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
    const key = this.keys.find(kid);
    if (!key) throw new Error('There is no key with the key id of the token.');
    return key.publicPem;
  }
}

function epochSeconds(time: Date): number {
  return Math.floor(time.getTime() / 1000);
}
