export { hostConfig, type HostConfig } from './config/host.config.ts';
export { incompleteAccounts } from './config/incomplete-accounts.ts';
export { defineService, type ServiceDefinition } from './host/define-service.ts';
export { type OperatorCommand, runCommand } from './host/run-command.ts';
export { runMain } from './host/run-main.ts';
export { type RunningServices, type RunOptions, runServices } from './host/run-services.ts';
export { serveHandler } from './host/serve-handler.ts';
export { withStore } from './host/with-store.ts';
export { BodyLimit } from './http/body-limit.ts';
export { TakesForm } from './http/form-body.ts';
export { assertFreePort } from './http/assert-free-port.ts';
export { beginEndlessAnswer } from './http/endless-answer.ts';
export { answer } from './http/error.filter.ts';
export { assertSpace, inMegabytes } from './infrastructure/assert-space.ts';
export {
  acceptLoss,
  assertCompleteFolder,
  mediaFolder,
  readStoppedFolder,
  withStoppedFolder,
} from './infrastructure/data-folder.ts';
export { openEmbeddedStore } from './infrastructure/embedded-infrastructure.ts';
export { assertDataFolder, usesServers } from './infrastructure/infrastructure.ts';
export { createServerBus } from './infrastructure/server-bus.ts';
export { type Counter, Metrics } from './metrics/metrics.ts';
export { clockMetrics, createMetrics, type QueuedJobs, queueMetrics } from './metrics/service-metrics.ts';
export { startTracing } from './tracing/start-tracing.ts';
export { upgradeDatabase } from './upgrade/upgrade-database.ts';
export { upgradeDataFolder } from './upgrade/upgrade-folder.ts';
