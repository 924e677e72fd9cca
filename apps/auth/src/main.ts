import { runMain, runServices } from '@vault/platform';
import { authService } from '@vault/auth-service';

await runMain(() => runServices([authService]));
