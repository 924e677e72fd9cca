import { Inject, Injectable } from '@nestjs/common';
import { LOGGER, type Logger } from '@vault/platform';
import type { PromptSettings } from '../domain/default-settings.ts';
import { UserRepository } from './user.repository.ts';

/** What people choose about the words the product writes for them. */
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
   * Sets what is chosen and leaves the rest.
   * @throws {AppError} `not-found`
   */
  async change(userId: string, choice: Partial<PromptSettings>, messageId: string): Promise<void> {
    await this.users.changeSettings(userId, choice, messageId);
    // Which, never what: a prompt is somebody's own words.
    this.logger.info({ userId, chosen: Object.keys(choice) }, 'a person changed their prompts');
  }
}
