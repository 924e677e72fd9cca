import { Inject, Injectable } from '@nestjs/common';
import { LOGGER, type Logger } from '@vault/base';
import { VIDEO_HOST, type VideoHost } from '@vault/integrations';
import { InjectClient, type ClientOf } from '@vault/rpc';
import { hintsOf } from '../domain/hints-of.ts';

/** An upload does not wait longer for names. */
const deadlineMs = 500;

/** The names that the recogniser of an owner's videos is told. */
@Injectable()
export class CaptionHintsService {
  constructor(
    @InjectClient('chaptering') private readonly chaptering: ClientOf<'chaptering'>,
    @Inject(VIDEO_HOST) private readonly host: VideoHost,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** None where no recogniser takes them, and when chaptering does not answer. */
  async of(ownerId: string): Promise<string[]> {
    if (!this.host.canChooseLanguage) return [];
    try {
      const { terms } = await this.chaptering.getGlossary({ ownerId }, { deadlineMs });
      return hintsOf(terms);
    } catch (error) {
      this.logger.warn({ err: error }, 'speech is recognised without the names of the glossary');
      return [];
    }
  }
}
