import { Controller, Get, Header, Inject } from '@nestjs/common';
import { CLOCK, CONFIG, type Clock } from '@vault/base';
import { operatorOf, publicBase, type GatewayConfig } from '../config/gateway.config.ts';

const path = '.well-known/security.txt';
const dayMs = 24 * 60 * 60 * 1_000;
/** RFC 9116 recommends less than a year. */
const validDays = 180;

/** Whom to tell about a weakness, as https://securitytxt.org defines it. */
@Controller()
export class SecurityContactController {
  constructor(
    @Inject(CONFIG) private readonly config: GatewayConfig,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  @Get(path)
  @Header('content-type', 'text/plain; charset=utf-8')
  @Header('cache-control', 'public, max-age=86400')
  read(): string {
    const base = publicBase(this.config);
    const today = Math.floor(this.clock.now().getTime() / dayMs);
    return [
      `Contact: mailto:${operatorOf(this.config).email}`,
      `Expires: ${new Date((today + validDays) * dayMs).toISOString()}`,
      ...(base === '' ? [] : [`Canonical: ${base}/${path}`]),
      'Preferred-Languages: en',
      '',
    ].join('\n');
  }
}
