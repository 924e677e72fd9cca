/** What a job does at present, in this order; a later one may be left out. */
export type WorkStage =
  | 'waiting-for-space' // until the disk has room for its result
  | 'waiting-for-engine' // until one runs that does such jobs
  | 'waiting-for-storage' // until the media store answers
  | 'waiting-for-recognition' // until the server of the recogniser answers
  | 'waiting-for-tomorrow' // the recognition of this day is used up
  | 'checking' // reads what the file declares
  | 'listening' // looks for the sound track with speech
  | 'copying'
  | 'encoding'
  | 'repairing' // packages again, without damage or with what a track lacks
  | 'finishing' // writes the index of the result
  | 'extracting' // the sound for captions
  | 'transcribing';

/** Reports a stage and how much of it is done, 0..100; without a percent, this is not known. */
export type ReportProgress = (stage: WorkStage, percent?: number) => void;
