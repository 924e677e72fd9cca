import { searchRpc } from '@vault/contracts/rpc';
import { RpcController, type RpcHandlers } from '@vault/rpc';
import { SearchService } from './libraries/search.service.ts';

@RpcController(searchRpc.SearchServiceService)
export class SearchGrpc {
  readonly handlers: RpcHandlers<typeof searchRpc.SearchServiceService> = {
    search: ({ ownerId, keyword, scope }) => this.searching.search(ownerId, keyword, scope),
  };

  constructor(private readonly searching: SearchService) {}
}
