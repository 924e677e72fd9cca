import { runMain, runServices } from '@vault/platform';
import { uploadService } from '@vault/upload-service';

await runMain(() => runServices([uploadService]));
