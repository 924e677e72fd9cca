import { pino, type DestinationStream, type Logger as PinoLogger } from 'pino';
import base from '../../package.json' with { type: 'json' };
import { traceIds } from '../tracing/tracing.ts';
import { currentCorrelationId } from '../tracing/correlation.ts';
import { replica } from '../tracing/replica.ts';

/** The part of pino that the code uses: `logger.info({ videoId }, 'what happened')`. */
export type Logger = Pick<PinoLogger, 'debug' | 'info' | 'warn' | 'error' | 'child'>;

export interface LoggerOptions {
  readonly level: string;
  readonly destination?: DestinationStream;
}

/**
 * Logs JSON lines with the version, the replica and the current correlation and trace ids; secrets are redacted. Callers add their
 * `service` with `child`.
 */
export function createLogger({ level, destination }: LoggerOptions): Logger {
  const options = {
    level,
    base: { version: base.version, replica },
    timestamp: pino.stdTimeFunctions.isoTime,
    // Both names are used for errors; without a serializer an error would be logged as {}.
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
      return { ...(correlationid && { correlationid }), ...traceIds() };
    },
  };
  return destination ? pino(options, destination) : pino(options);
}
