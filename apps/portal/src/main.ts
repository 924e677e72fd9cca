import { portalService } from '@vault/portal-service';
import { runMain, runServices } from '@vault/platform';

await runMain(() => runServices([portalService]));
