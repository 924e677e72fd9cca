import { runMain, runServices } from '@vault/platform';
import { searchService } from '@vault/search-service';

await runMain(() => runServices([searchService]));
