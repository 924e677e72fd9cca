import { runMain, runServices } from '@vault/platform';
import { chapteringService } from '@vault/chaptering-service';

await runMain(() => runServices([chapteringService]));
