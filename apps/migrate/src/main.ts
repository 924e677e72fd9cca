import { authService } from '@vault/auth-service';
import { chapteringService } from '@vault/chaptering-service';
import { gatewayService } from '@vault/gateway-service';
import { runMigrate } from '@vault/platform';
import { uploadService } from '@vault/upload-service';

await runMigrate([authService, uploadService, chapteringService, gatewayService], process.argv.slice(2));
