import { Module, type DynamicModule } from '@nestjs/common';
import { MongooseModule } from '@nestjs/mongoose';
import type { ServiceDefinition } from './define-service.ts';

/** The Nest module of a service: its own parts, with the platform's values, its models and its consumers. */
export function serviceModule(definition: ServiceDefinition, platform: DynamicModule): DynamicModule {
  const { name, module: own, models, consumers = [] } = definition;
  const { imports = [], providers = [], ...parts } = typeof own === 'function' ? own(platform) : own;

  @Module({})
  class ServiceModule {}
  return {
    module: ServiceModule,
    ...parts,
    imports: [platform, ...(models ? [MongooseModule.forFeature([...models], name)] : []), ...imports],
    providers: [...providers, ...consumers],
  };
}
