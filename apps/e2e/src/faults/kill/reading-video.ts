import type { Begun, Ground } from './ground.ts';

/** A video whose transcript is just being read: that goes on when it is told to. */
export interface ReadingVideo extends Begun {
  readonly readOn: () => void;
}

export async function readingVideo(ground: Ground): Promise<ReadingVideo> {
  const reading = ground.transcripts.catch(/^GET [^ ]*\/text\//);
  const begun = await ground.sendNew();
  const { release } = await reading;
  return { ...begun, readOn: release };
}
