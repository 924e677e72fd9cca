import { clipService } from '@vault/clip-service';
import { runMain, runServices } from '@vault/platform';

await runMain(() => runServices([clipService]));
