import { Inject, Injectable } from '@nestjs/common';
import { JwtService } from '@nestjs/jwt';
import { AppError, CLOCK, type Clock } from '@vault/platform';
import { z } from 'zod';
import { KeyRing } from '../keys/key-ring.ts';

const issuer = 'webinar-vault';
/** Staff tokens will name another audience, so neither opens the other's doors. */
const audience = 'user';
/** Ours are about 400 characters; nothing longer is worth parsing. */
const maxTokenLength = 2_048;

const header = z.object({ alg: z.literal('ES256'), kid: z.string().max(64) });
const payload = z.object({ sub: z.string().min(1).max(64), jti: z.string().min(1).max(64) });

/** Whom a token was given to, and for which session. */
export interface TokenClaims {
  readonly userId: string;
  readonly sessionId: string;
}

/** Signs and checks session tokens: JWT with ES256 and no other algorithm. */
@Injectable()
export class SessionTokens {
  constructor(
    private readonly jwt: JwtService,
    private readonly keys: KeyRing,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  sign({ userId, sessionId }: TokenClaims, issuedAt: Date, expiresAt: Date): Promise<string> {
    const { id: keyid, privateKey } = this.keys.newest;
    return this.jwt.signAsync(
      { iat: epochSeconds(issuedAt), exp: epochSeconds(expiresAt) },
      { algorithm: 'ES256', keyid, privateKey, issuer, audience, subject: userId, jwtid: sessionId },
    );
  }

  /** @throws {AppError} `unauthenticated` for whatever is not a running token of ours; the reason stays in the cause */
  async verify(token: string): Promise<TokenClaims> {
    try {
      const verified: unknown = await this.jwt.verifyAsync(token, {
        algorithms: ['ES256'],
        publicKey: this.publicKeyOf(token),
        issuer,
        audience,
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
    if (!key) throw new Error('No key has the name that the token gives.');
    return key.publicPem;
  }
}

function epochSeconds(time: Date): number {
  return Math.floor(time.getTime() / 1000);
}
