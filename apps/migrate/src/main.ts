import { adminService, staffCommand } from '@vault/admin-service';
import { authService } from '@vault/auth-service';
import { chapteringService } from '@vault/chaptering-service';
import { clipService } from '@vault/clip-service';
import { gatewayService } from '@vault/gateway-service';
import { portalService } from '@vault/portal-service';
import { searchService } from '@vault/search-service';
import { uploadService } from '@vault/upload-service';
import { runMigrate } from './run-migrate.ts';
import { acceptMediaCommand } from './accept-media.ts';
import { moveMediaCommand } from './move-media/move-media-command.ts';

await runMigrate(
  [
    authService,
    uploadService,
    chapteringService,
    searchService,
    clipService,
    portalService,
    adminService,
    gatewayService,
  ],
  process.argv.slice(2),
  [staffCommand, acceptMediaCommand, moveMediaCommand],
);
