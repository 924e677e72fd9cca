import { adminService } from '@vault/admin-service';
import { runMain, runServices } from '@vault/platform';

await runMain(() => runServices([adminService]));
