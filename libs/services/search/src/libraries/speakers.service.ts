import { Injectable } from '@nestjs/common';
import { isNumberedSpeaker, speakersAnswerLimits } from '@vault/contracts';
import type { searchRpc } from '@vault/contracts/rpc';
import { IndexedVideoRepository } from '../videos/indexed-video.repository.ts';

/** Speakers of the newest videos are found. */
const maxVideos = 2_000;

/** Names the speakers in the library of one owner. */
@Injectable()
export class SpeakersService {
  constructor(private readonly videos: IndexedVideoRepository) {}

  /** The names with most lines first. A number is another person in each video. */
  async list(ownerId: string): Promise<searchRpc.SpeakerList> {
    const found = new Map<string, { name: string; lines: number; videoIds: string[] }>();
    for (const { _id: videoId, speakers = [] } of await this.videos.findWithSpeakers(ownerId, maxVideos)) {
      for (const { name, lines } of speakers) {
        if (isNumberedSpeaker(name)) continue;
        const speaker = found.get(name) ?? { name, lines: 0, videoIds: [] };
        speaker.lines += lines;
        if (speaker.videoIds.length < speakersAnswerLimits.videos) speaker.videoIds.push(videoId);
        found.set(name, speaker);
      }
    }
    const speakers = [...found.values()].sort((one, other) => other.lines - one.lines);
    return { speakers: speakers.slice(0, speakersAnswerLimits.names) };
  }
}
