import { readFileSync } from 'node:fs';
import { adminService } from '@vault/admin-service';
import { authService } from '@vault/auth-service';
import { chapteringService } from '@vault/chaptering-service';
import { clipService } from '@vault/clip-service';
import { gatewayService } from '@vault/gateway-service';
import type { ServiceDefinition } from '@vault/platform';
import { portalService } from '@vault/portal-service';
import { searchService } from '@vault/search-service';
import { uploadService } from '@vault/upload-service';
import { parse } from 'yaml';

interface Operation {
  readonly action: 'send' | 'receive';
  readonly tags: readonly { readonly name: string }[];
  readonly messages: readonly { readonly $ref: string }[];
}

const file = new URL('../../../libs/contracts/asyncapi.yaml', import.meta.url);
const { operations } = parse(readFileSync(file, 'utf8')) as { operations: Record<string, Operation> };

/** The types that a service receives according to the document, except outcomes, which have no handlers. */
function documented(service: string): string[] {
  return Object.values(operations)
    .filter(({ action, tags }) => action === 'receive' && tags[0]?.name === service)
    .flatMap(({ messages }) => messages.map(({ $ref }) => $ref.split('/').at(-1) ?? ''))
    .filter((type) => type !== 'command.outcome.v1')
    .sort();
}

/** The types that a service has handlers for or observes. The dependencies of the consumers are not needed to list them. */
function handled({ consumers = [], observedEvents = [] }: ServiceDefinition): string[] {
  const types = consumers.flatMap((Consumer) => Object.keys(new Consumer().handlers));
  return [...types, ...observedEvents].sort();
}

describe('the AsyncAPI document', () => {
  it.each([
    adminService,
    authService,
    chapteringService,
    clipService,
    gatewayService,
    portalService,
    searchService,
    uploadService,
  ] as ServiceDefinition[])('lists exactly what $name receives', (service) => {
    expect(documented(service.name)).toEqual(handled(service));
  });
});
