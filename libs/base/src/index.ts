export { addressBlockOf, isLoopbackAddress } from './addresses/address-block.ts';
export { ConfigError, type Environment, isSet, loadAll, loadConfig } from './config/load-config.ts';
export { certificates, privateKey } from './config/pem.ts';
export { watchSecretFiles } from './config/watch-secret-files.ts';
export { AppError, isStorageFull, toAppError } from './errors/app-error.ts';
export { assertAllowed } from './errors/assert-allowed.ts';
export { DataFolderError } from './errors/data-folder-error.ts';
export { codeOfHttpStatus, errorCodeKey, errorMapping, retryAfterKey } from './errors/error-mapping.ts';
export { syncFolder, writeFileDurably } from './files/write-file-durably.ts';
export { Health, healthRoutes, type WatchedSetting } from './health/health.ts';
export { SettingCheck, type SettingTiming, WrongSetting } from './health/setting-check.ts';
export {
  type Clock,
  CLOCK,
  COMMAND_BUS,
  CONFIG,
  EVENT_BUS,
  HEALTH,
  LOGGER,
  METRICS,
  RELAY,
  RPC,
  systemClock,
} from './injection/tokens.ts';
export { createLogger, type Logger } from './logging/logger.ts';
export { type RetryPolicy, backOff } from './scheduling/back-off.ts';
export { DueRecordPoller, type PolledRecord } from './scheduling/due-record-poller.ts';
export { inTurn, inWorker } from './scheduling/in-worker.ts';
export { inWorkerIfLarge } from './scheduling/in-worker-if-large.ts';
export { PeriodicTask } from './scheduling/periodic-task.ts';
export { PeriodicTaskProvider } from './scheduling/periodic-task-provider.ts';
export { retry } from './scheduling/retry.ts';
export { endsWithin, withinTime } from './scheduling/within-time.ts';
export {
  correlationHeader,
  correlationId,
  currentCorrelationId,
  withCorrelation,
} from './tracing/correlation.ts';
export { actorHeaders, currentActor, readActor, withActor, type Actor } from './tracing/actor.ts';
export { currentOrigin, originHeaders, withOrigin } from './tracing/origin.ts';
export { replica } from './tracing/replica.ts';
export { requestInSpan } from './tracing/request-in-span.ts';
export {
  currentTraceparent,
  inSpan,
  runWithin,
  setCode,
  startSpan,
  withoutTrace,
  withTraceparent,
} from './tracing/tracing.ts';
