import { Controller, Inject } from '@nestjs/common';
import { AppError, CLOCK, CONFIG, type Clock } from '@vault/base';
import { SiteFilesService } from '../files/site-files.service.ts';
import { operatorOf, type SiteConfig } from '../config/site.config.ts';
import { alone, caching, fileAnswer, textAnswer } from './answer.ts';
import { type Asked, SiteGet } from './site-get.ts';
import { Site } from './site.ts';

const contactPath = '.well-known/security.txt';
const dayMs = 24 * 60 * 60 * 1_000;
/** RFC 9116 recommends less than a year. */
const validDays = 180;

/** The files of public pages, the script that other sites include, and whom to tell about a weakness. */
@Controller()
export class SiteFilesController {
  constructor(
    readonly site: Site,
    private readonly files: SiteFilesService,
    @Inject(CONFIG) private readonly config: SiteConfig,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  @SiteGet('site/:hash/:name')
  async file({ request }: Asked) {
    const file = (await this.site.files()).find(request.url.split('?')[0] ?? '');
    if (!file) throw AppError.notFound('The file');
    return fileAnswer(file, caching.forever);
  }

  /** Its address never changes, so it is cached for a short time. */
  @SiteGet('embed.js')
  embed({ request }: Asked) {
    const { origin } = new URL(this.site.baseFor(request));
    return this.site.keep(['embed.js', origin], async () =>
      fileAnswer(await this.files.embedScript(origin), this.site.cachingFor(300)),
    );
  }

  /** As https://securitytxt.org defines it. */
  @SiteGet(contactPath)
  contact() {
    const { base } = this.site;
    const today = Math.floor(this.clock.now().getTime() / dayMs);
    const lines = [
      `Contact: mailto:${operatorOf(this.config).email}`,
      `Expires: ${new Date((today + validDays) * dayMs).toISOString()}`,
      ...(base === '' ? [] : [`Canonical: ${base}/${contactPath}`]),
      'Preferred-Languages: en',
      '',
    ];
    return textAnswer(lines.join('\n'), 'text/plain', alone, 'public, max-age=86400');
  }
}
