import { searchRpc } from '@vault/contracts/rpc';
import { RpcController, type RpcHandlers } from '@vault/platform';
import { SearchService } from './libraries/search.service.ts';

@RpcController(searchRpc.SearchServiceService)
export class SearchGrpc implements RpcHandlers<typeof searchRpc.SearchServiceService> {
  constructor(private readonly searching: SearchService) {}

  search({ ownerId, keyword }: searchRpc.SearchRequest) {
    return this.searching.search(ownerId, keyword);
  }
}
