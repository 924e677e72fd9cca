import { describeMongoose } from './embedded-mongo.contract.ts';
import { openEmbeddedFile } from './testing/embedded-file.ts';

describeMongoose('the embedded driver', openEmbeddedFile);
