import { pino, type DestinationStream, type Logger as PinoLogger } from 'pino';
import platform from '../../package.json' with { type: 'json' };
import { currentCorrelationId } from './correlation.ts';
import { replica } from './replica.ts';

/** The part of pino that the code uses: `logger.info({ videoId }, 'what happened')`. */
export type Logger = Pick<PinoLogger, 'debug' | 'info' | 'warn' | 'error' | 'child'>;

export interface LoggerOptions {
  readonly level: string;
  readonly destination?: DestinationStream;
}

/**
 * JSON lines with the version, the replica and the correlation id of the work at hand; secrets are cut out wherever they
 * appear. Whoever writes adds its `service`, by `child`.
 */
export function createLogger({ level, destination }: LoggerOptions): Logger {
  const options = {
    level,
    base: { version: platform.version, replica },
    timestamp: pino.stdTimeFunctions.isoTime,
    // Both names are in use for errors; without a serializer one would be written as {}.
    serializers: { err: pino.stdSerializers.errWithCause, error: pino.stdSerializers.errWithCause },
    redact: {
      paths: [
        'password',
        'token',
        'authorization',
        '*.password',
        '*.token',
        '*.authorization',
        'req.headers',
      ],
      censor: '[hidden]',
    },
    mixin: () => {
      const correlationid = currentCorrelationId();
      return correlationid ? { correlationid } : {};
    },
  };
  return destination ? pino(options, destination) : pino(options);
}
