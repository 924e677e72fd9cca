import type { Begun, Ground } from './ground.ts';

/** A video whose transcript is just being read: that goes on when it is told to. */
export interface ReadingVideo extends Begun {
  readonly readOn: () => void;
}

/** Of videos before it, which a kill has set back, transcripts may be read just now as well: those go on. */
export async function readingVideo(ground: Ground): Promise<ReadingVideo> {
  const sending = ground.sendNew();
  const isIt = async (request: string) => {
    const { playback_id: playbackId } = await ground.video(await sending);
    return playbackId !== '' && request.includes(playbackId);
  };
  const reading = ground.transcripts.catch(/^GET [^ ]*\/text\//, { isIt });
  const [begun, { release }] = await Promise.all([sending, reading]);
  return { ...begun, readOn: release };
}
