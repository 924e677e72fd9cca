import type { TestVideo, FaultTestEnvironment } from './fault-test-environment.ts';

/** A video whose transcript request is held. */
export interface HeldTranscript extends TestVideo {
  /** Lets chaptering read the transcript. */
  readonly releaseTranscript: () => void;
}

/** Uploads a video and holds chaptering's request for its transcript. Requests for other videos' transcripts pass. */
export async function holdTranscript(environment: FaultTestEnvironment): Promise<HeldTranscript> {
  const sending = environment.sendNew();
  const isForVideo = async (request: string) => {
    const { playback_id: playbackId } = await environment.video(await sending);
    return playbackId !== '' && request.includes(playbackId);
  };
  const reading = environment.transcripts.intercept(/^GET [^ ]*\/text\//, { matches: isForVideo });
  const [testVideo, { release }] = await Promise.all([sending, reading]);
  return { ...testVideo, releaseTranscript: release };
}
