import { Inject, Injectable } from '@nestjs/common';
import { LOGGER, type Logger } from '@vault/platform';
import type { PromptSettings } from '../domain/default-settings.ts';
import { UserRepository } from './user.repository.ts';

/** Reads and changes prompt settings. */
@Injectable()
export class SettingsService {
  constructor(
    private readonly users: UserRepository,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** @throws {AppError} `not-found` */
  async of(userId: string): Promise<PromptSettings> {
    return (await this.users.get(userId)).settings;
  }

  /**
   * Sets the given fields and leaves the rest.
   * @throws {AppError} `not-found`
   */
  async change(userId: string, choice: Partial<PromptSettings>, messageId: string): Promise<void> {
    await this.users.changeSettings(userId, choice, messageId);
    // Only the names of the fields: a prompt is private.
    this.logger.info({ userId, chosen: Object.keys(choice) }, 'a person changed their prompts');
  }
}
