import type { LoggerService } from '@nestjs/common';
import type { Logger } from './logger.ts';

/** Nest's own messages in our log: its start-up chatter at debug, its complaints as they are. */
export class NestLogger implements LoggerService {
  constructor(private readonly logger: Logger) {}

  log(message: unknown, context?: string): void {
    this.logger.debug({ context }, String(message));
  }

  warn(message: unknown, context?: string): void {
    this.logger.warn({ context }, String(message));
  }

  error(message: unknown, stack?: string, context?: string): void {
    this.logger.error({ context, stack }, String(message));
  }

  fatal(message: unknown, context?: string): void {
    this.logger.error({ context }, String(message));
  }
}
