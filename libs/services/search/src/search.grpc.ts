import { searchRpc } from '@vault/contracts/rpc';
import { RpcController, type RpcHandlers } from '@vault/rpc';
import { SearchService } from './libraries/search.service.ts';
import { SpeakersService } from './libraries/speakers.service.ts';

@RpcController(searchRpc.SearchServiceService)
export class SearchGrpc {
  readonly handlers: RpcHandlers<typeof searchRpc.SearchServiceService> = {
    search: (request, { signal }) => this.searching.search(request, signal),
    listSpeakers: ({ ownerId }) => this.speakers.list(ownerId),
  };

  constructor(
    private readonly searching: SearchService,
    private readonly speakers: SpeakersService,
  ) {}
}
