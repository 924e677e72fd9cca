import type { LoggerService } from '@nestjs/common';
import type { Logger } from './logger.ts';

/** Logs Nest's own messages: its start-up messages at debug, warnings and errors at their levels. */
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
