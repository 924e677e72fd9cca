import { ownerDeletionModels } from '@vault/store';
import { chapterSetSchema } from './chapter-sets/chapter-set.schema.ts';
import { glossarySchema } from './glossary/glossary.schema.ts';
import { libraryJobSchema } from './library-jobs/library-job.schema.ts';
import { modelUseSchema } from './model-use/model-use.schema.ts';
import { operationSchema } from './operations/operation.schema.ts';
import { transcriptSchema } from './transcripts/transcript.schema.ts';

/** The models of the store: the host adds them to its connection. */
export const chapteringModels = [
  { name: 'ChapterSet', schema: chapterSetSchema },
  { name: 'Transcript', schema: transcriptSchema },
  { name: 'Glossary', schema: glossarySchema },
  { name: 'LibraryJob', schema: libraryJobSchema },
  { name: 'ModelUse', schema: modelUseSchema },
  { name: 'Operation', schema: operationSchema },
  ...ownerDeletionModels,
];
