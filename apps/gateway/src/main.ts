import { runMain, runServices } from '@vault/platform';
import { gatewayService } from '@vault/gateway-service';

await runMain(() => runServices([gatewayService]));
