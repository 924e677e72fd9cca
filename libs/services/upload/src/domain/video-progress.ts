import {
  captionStates,
  videoStates,
  type ContentItem,
  type EventType,
  type MessageData,
  type VideoState,
  type WorkStage,
} from '@vault/contracts';
import { z } from 'zod';

/** What the host reports of unfinished work. */
export interface StepWork {
  readonly stage?: WorkStage;
  readonly ahead?: number;
  /** Seconds. */
  readonly secondsLeft?: number;
}

/** What the host says of an upload. */
export interface UploadState {
  readonly state: 'waiting' | 'asset_created' | 'errored' | 'cancelled' | 'timed_out';
  readonly assetId?: string;
  readonly errorMessage?: string;
}

/** What the host says of an asset and its captions. */
export interface AssetState extends StepWork {
  readonly status: 'preparing' | 'ready' | 'errored';
  readonly percent: number;
  readonly errorMessage?: string;
  readonly playbackId?: string;
  readonly durationSeconds: number;
  readonly captions: StepWork & {
    readonly status: 'absent' | 'preparing' | 'ready' | 'errored';
    readonly trackId?: string;
    readonly language?: string;
    readonly percent?: number;
    readonly errorMessage?: string;
    readonly isRetryable?: boolean;
  };
  readonly downloadName?: string;
  readonly downloadBytes?: number;
  readonly contents?: readonly ContentItem[];
  readonly chaptersTrackId?: string;
}

/** Why a step failed; `reason` is a sentence for the owner. */
export interface StepFailure {
  readonly step: VideoState;
  readonly reason: string;
  readonly isRetryable: boolean;
}

/** The part of the record that changes while a video is processed. */
export const videoProgress = {
  state: z.enum(videoStates).default('uploading'),
  /** 0 to 100 of the stage, or of a step without stages. */
  stepPercent: z.number().default(0),
  /** What the host reported last of the step; null when nothing. */
  stepWork: z.custom<StepWork & { readonly readAt: number }>().nullable().default(null),
  failure: z.custom<StepFailure>().nullable().default(null),
  assetId: z.string().default(''),
  playbackId: z.string().default(''),
  captionsTrackId: z.string().default(''),
  captionsState: z.enum(captionStates).default('pending'),
  /** Why there are none, or why they could not be recognised again; else empty. */
  captionsReason: z.string().default(''),
  /** A BCP 47 tag; absent: English. */
  captionsLanguage: z.string().optional(),
  /** Captions that are being made in place of those that there are; null or absent when none are. */
  recognition: z.custom<{ readonly trackId: string }>().nullish(),
  durationSeconds: z.number().default(0),
  /** True once `upload.video-ready` has been published. */
  isPlayable: z.boolean().default(false),
  /** The name of the host's download file; empty until it is made. */
  downloadName: z.string().default(''),
  /** The size of that file; 0 when unknown. */
  downloadBytes: z.number().default(0),
  /** What the uploaded file contains; empty when the host does not say. */
  contents: z.custom<readonly ContentItem[]>().default([]),
  /** The host's text track with the chapters of the file; empty when it has none. */
  chaptersTrackId: z.string().default(''),
  /** The asset with other tracks of the file that is being made; null when none is. */
  selection: z.custom<TrackSelection>().nullable().default(null),
  /** Why the tracks that were chosen last could not be used, as a sentence; else empty. */
  tracksProblem: z.string().default(''),
  /** Unused assets, to be deleted at the host. */
  obsoleteAssetIds: z.array(z.string()).readonly().default([]),
  /** Unused captions, to be deleted at the host. */
  obsoleteTrackIds: z.array(z.string()).readonly().optional(),
};
export type VideoProgress = Readonly<z.infer<z.ZodObject<typeof videoProgress>>>;

/** An asset that replaces the one of the video when it is ready. */
interface TrackSelection {
  readonly assetId: string;
  /** The sound is the same, so the captions stay. */
  readonly keepsCaptions: boolean;
}

/** The fields of a record that an upload state of the host is applied to. */
export interface UploadProgress extends Pick<VideoProgress, 'assetId' | 'state'> {
  /** Why this service cancelled the upload; absent when it did not. */
  readonly cancelReason?: string | undefined;
}

/** An event to publish together with a change. */
export type OutgoingEvent = { [Type in EventType]: { type: Type; data: MessageData<Type> } }[EventType];

export interface Step {
  readonly change: Partial<VideoProgress>;
  readonly events: readonly OutgoingEvent[];
}
