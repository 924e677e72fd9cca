import type { ServiceName } from '@vault/contracts';
import { createRpcClient, type ClosableRpcClient } from './rpc-client.ts';
import { serviceNameOf, type RpcClient, type RpcDefinition } from './rpc-types.ts';

/** Clients to the other services, one channel each, made when first asked for. */
export class Rpc {
  private readonly clients = new Map<string, ClosableRpcClient<RpcDefinition>>();

  constructor(private readonly addressOf: (service: ServiceName) => string) {}

  client<Definition extends RpcDefinition>(
    service: ServiceName,
    definition: Definition,
  ): RpcClient<Definition> {
    const key = `${service}/${serviceNameOf(definition)}`;
    let found = this.clients.get(key);
    if (!found) {
      found = createRpcClient<RpcDefinition>(definition, this.addressOf(service));
      this.clients.set(key, found);
    }
    return found.methods as RpcClient<Definition>;
  }

  close(): void {
    for (const client of this.clients.values()) client.close();
    this.clients.clear();
  }
}
