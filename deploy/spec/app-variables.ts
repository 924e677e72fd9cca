import { engineConfig, loadEngineConfigs } from '../../apps/video-engine/src/engine.config.ts';
import { serviceNames, type ServiceName } from '../../libs/contracts/src/index.ts';
import { rpcCallers } from '../../libs/contracts/src/rpc.ts';
import { bucketSettings, engineSettings } from '../../libs/integrations/src/video-host/own-engine.ts';
import { loadConfigs } from '../../libs/platform/src/host/load-configs.ts';
import { type Environment } from '../../libs/base/src/config/load-config.ts';
import { hostConfig } from '../../libs/platform/src/config/host.config.ts';
import type { ServiceDefinition } from '../../libs/platform/src/host/define-service.ts';
import { loadMigrateConfig, migrateConfig } from '../../apps/migrate/src/common/migrate.config.ts';

/** A zod object over environment variables. */
export type Schema = ServiceDefinition['config'];

/** The definition that a service exports. */
export async function definitionOf(service: ServiceName): Promise<ServiceDefinition> {
  const path = `../../libs/services/${service}/src/index.ts`;
  const exported = (await import(path)) as Record<string, ServiceDefinition>;
  const definition = exported[`${service}Service`];
  if (!definition) throw new Error(`${path} does not export ${service}Service`);
  return definition;
}

/** The schemas that an app's variables are read with. */
export async function schemasOf(app: string): Promise<Schema[]> {
  if (app === 'migrate') return [migrateConfig, bucketSettings];
  const services = serviceNames.filter((name) => app === name || app === 'all-in-one');
  const definitions = await Promise.all(services.map(definitionOf));
  return [
    hostConfig,
    ...definitions.map(({ config }) => config),
    ...(app === 'video-engine' ? [engineConfig] : []),
    ...(app === 'all-in-one' ? [engineSettings] : []),
  ];
}

/** The variables that an app reads. */
export async function variablesOf(app: string): Promise<string[]> {
  const names = (await schemasOf(app)).flatMap((schema) => Object.keys(schema.shape));
  return [...new Set(names)];
}

/** Reads an environment as the process of an app does. @throws the error that the process would exit with */
export async function readEnvironment(app: string, env: Environment): Promise<unknown> {
  const definitions = (names: readonly ServiceName[]) => Promise.all(names.map(definitionOf));
  if (app === 'migrate') return loadMigrateConfig(await definitions(serviceNames), env);
  if (app === 'video-engine') return loadEngineConfigs(env);
  return loadConfigs(await definitions(app === 'all-in-one' ? serviceNames : [app as ServiceName]), env);
}

/** The services that a service may call over gRPC. */
export function calledBy(service: string): ServiceName[] {
  return serviceNames.filter((name) =>
    Object.entries(rpcCallers).some(
      ([path, callers]) => path.startsWith(`/vault.${name}.`) && callers.some((caller) => caller === service),
    ),
  );
}
