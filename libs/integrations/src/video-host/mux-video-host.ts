import { Mux } from '@mux/mux-node';
import { AppError } from '@vault/base';
import { wrongSettingsOf } from './engine-settings.ts';
import { downloadResolutions, isCaptions, toHostAsset } from './host-asset.ts';
import { isSignedJustNow, toHostEvent } from './host-event.ts';
import { MediaAddresses, readMediaPath } from './media-addresses.ts';
import { fetchInOrigin, ignoreRefusal, orNull, reach } from './mux-calls.ts';
import { playbackUrls } from './playback-urls.ts';
import type { VideoHostConfig } from './video-host.config.ts';
import type {
  CaptionHints,
  ClipRequest,
  HostAsset,
  HostClip,
  HostEvent,
  HostUpload,
  PlaybackUrls,
  RecognitionRequest,
  TrackSelection,
  UploadRequest,
  VideoHost,
} from './video-host.ts';

const deadlineMs = 5_000;
const noFile = 'The uploaded file of this recording is no longer stored, so its other tracks cannot be used.';
/** Insufficient Storage. */
/** Time to complete an upload: enough for large files on slow connections, or to resume later. */
const uploadValidSeconds = 6 * 60 * 60;
const maxTextTrackBytes = 8 * 1024 * 1024;
/** Clips are looked up shortly after their request, so searching this many newest assets is enough. */
const clipPages = { count: 5, limit: 100 };
/** The built-in model of our engine knows only English, and Mux makes its captions as before. */
const englishCaptions = { language_code: 'en', name: 'English (generated)' } as const;
const anyLanguage = { language_code: 'auto', name: 'Generated' } as const;

/** Mux, or a server with its REST API at `VIDEO_ENGINE_URL`. */
export class MuxVideoHost implements VideoHost {
  private readonly client: Mux;
  private readonly media: MediaAddresses;

  constructor(private readonly config: VideoHostConfig) {
    this.media = new MediaAddresses(config);
    this.client = new Mux({
      baseURL: config.VIDEO_ENGINE_URL,
      timeout: deadlineMs,
      maxRetries: 1,
      fetch: fetchInOrigin,
    });
  }

  /** The client with the credentials of the configuration, which may change. */
  private get mux(): Mux {
    const { MUX_TOKEN_ID: tokenId, MUX_TOKEN_SECRET: secrets } = this.config;
    return Object.assign(this.client, { tokenId, tokenSecret: secrets[0] });
  }

  private get policies(): ('public' | 'signed')[] {
    return [this.media.key ? 'signed' : 'public'];
  }

  /** Our own engine with a speech server. */
  get canChooseLanguage(): boolean {
    const { VIDEO_ENGINE_URL: engine, SPEECH_BASE_URL: speech } = this.config;
    return engine !== undefined && speech !== undefined;
  }

  private captionSettings(hints?: CaptionHints) {
    return this.canChooseLanguage ? withHints(anyLanguage, hints) : englishCaptions;
  }

  async createUpload({
    passthrough,
    ownerKey,
    hints,
  }: UploadRequest): Promise<{ uploadId: string; url: string }> {
    const upload = await reach(() =>
      this.mux.video.uploads.create({
        cors_origin: this.config.PUBLIC_URL ?? '*',
        timeout: uploadValidSeconds,
        new_asset_settings: {
          passthrough,
          meta: { creator_id: ownerKey },
          playback_policies: this.policies,
          inputs: [{ generated_subtitles: [this.captionSettings(hints)] }],
          static_renditions: [...downloadResolutions],
        },
      }),
    );
    if (!upload.url) throw AppError.unavailable();
    return { uploadId: upload.id, url: upload.url };
  }

  async getUpload(uploadId: string): Promise<HostUpload | null> {
    const upload = await orNull(() => this.mux.video.uploads.retrieve(uploadId));
    if (!upload) return null;
    return { state: upload.status, assetId: upload.asset_id, errorMessage: upload.error?.message };
  }

  async cancelUpload(uploadId: string): Promise<void> {
    await reach(() => this.mux.video.uploads.cancel(uploadId)).catch(ignoreRefusal);
  }

  async getAsset(assetId: string, captionsTrackId?: string): Promise<HostAsset | null> {
    const asset = await orNull(() => this.mux.video.assets.retrieve(assetId));
    return asset ? toHostAsset(asset, captionsTrackId) : null;
  }

  async deleteAsset(assetId: string): Promise<void> {
    await orNull(() => this.mux.video.assets.delete(assetId));
  }

  async renewPlayback(assetId: string, playbackId: string): Promise<string | null> {
    const { assets } = this.mux.video;
    const [policy = 'public'] = this.policies;
    const made = await orNull(() => assets.createPlaybackId(assetId, { policy }));
    if (!made?.id) return null;
    await orNull(() => assets.deletePlaybackId(assetId, playbackId));
    return made.id;
  }

  /** Both are additions of our own engine. */
  get canChangePicture(): boolean {
    return this.config.VIDEO_ENGINE_URL !== undefined;
  }

  async createClip({ assetId, start, end, passthrough, ...look }: ClipRequest): Promise<HostClip> {
    const { frame, burnedCaptions: text } = look;
    const additions = {
      ...(frame && { frame: { aspect_ratio: frame.aspectRatio, centre: frame.centre, fit: frame.fit } }),
      ...(text !== undefined && { burned_captions: { text } }),
    };
    const url = `mux://assets/${assetId}`;
    const asset = await reach(() =>
      this.mux.video.assets.create(
        {
          inputs: [{ url, start_time: start, end_time: end, ...additions }],
          passthrough,
          playback_policies: this.policies,
          static_renditions: [...downloadResolutions],
        },
        // The first request may have been processed: a retry would make a second clip.
        { maxRetries: 0 },
      ),
    );
    return toHostClip(asset);
  }

  async findClip(passthrough: string): Promise<(HostAsset & HostClip) | null> {
    const { count, limit } = clipPages;
    for (let page = 1; page <= count; page += 1) {
      const { data } = await reach(() => this.mux.video.assets.list({ page, limit }));
      const found = data.find((asset) => asset.passthrough === passthrough);
      if (found) return { ...toHostAsset(found), ...toHostClip(found) };
      if (data.length < limit) return null;
    }
    return null;
  }

  async selectTracks({ assetId, passthrough, hints, ...tracks }: TrackSelection): Promise<string> {
    const url = `mux://assets/${assetId}`;
    const selection = {
      inputs: [{ url, ...tracks, generated_subtitles: [this.captionSettings(hints)] }],
      passthrough,
      playback_policies: this.policies,
      static_renditions: [...downloadResolutions],
    };
    const create = () => this.mux.video.assets.create(selection, { maxRetries: 0 });
    const { id } = await reach(create).catch((error: unknown) => {
      const { cause } = error as Error;
      const isMissing = cause instanceof Mux.APIError && cause.message.includes('source_missing');
      throw isMissing ? new AppError('conflict', noFile, { cause }) : error;
    });
    return id;
  }

  async requestCaptions(assetId: string, hints?: CaptionHints): Promise<void> {
    const asset = await this.withTracks(assetId);
    const isRequested = asset.tracks.some(
      (track) => isCaptions(track) && (track.status === 'preparing' || track.status === 'ready'),
    );
    // A repeated command has requested them before.
    if (!isRequested) await this.generate(asset, this.captionSettings(hints));
  }

  async recogniseAgain({ assetId, language, passthrough, hints }: RecognitionRequest): Promise<string> {
    if (!this.canChooseLanguage)
      throw new AppError('conflict', 'Captions cannot be recognised again in this installation.');
    const asset = await this.withTracks(assetId);
    const existing = asset.tracks.find((track) => isCaptions(track) && track.passthrough === passthrough);
    if (existing?.id) return existing.id;
    // The type of the SDK lists the languages of Mux.
    const stated = { ...anyLanguage, language_code: language as 'auto', passthrough };
    return this.generate(asset, withHints(stated, hints));
  }

  async deleteCaptions(assetId: string, trackId: string): Promise<void> {
    await orNull(() => this.mux.video.assets.deleteTrack(assetId, trackId));
  }

  private async withTracks(assetId: string) {
    const asset = await orNull(() => this.mux.video.assets.retrieve(assetId));
    if (!asset) throw AppError.notFound('The video');
    return { id: assetId, tracks: asset.tracks ?? [] };
  }

  /** In place of captions that failed. @returns the id of the text track */
  private async generate(
    { id: assetId, tracks }: Awaited<ReturnType<MuxVideoHost['withTracks']>>,
    settings: Mux.Video.AssetGeneratedSubtitleSettings,
  ): Promise<string> {
    const audio = tracks.find(({ type }) => type === 'audio');
    if (!audio?.id) throw new AppError('conflict', 'This video has no sound to make captions from.');
    for (const track of tracks) {
      if (isCaptions(track) && track.status === 'errored' && track.id)
        await this.deleteCaptions(assetId, track.id);
    }
    const { id } = audio;
    const [track] = await reach(() =>
      this.mux.video.assets.generateSubtitles(assetId, id, { generated_subtitles: [settings] }),
    );
    if (!track?.id) throw AppError.unavailable();
    return track.id;
  }

  async readTextTrack(playbackId: string, trackId: string): Promise<string> {
    const file = readMediaPath(`stream/${playbackId}/text/${trackId}.vtt`);
    if (!file) throw AppError.notFound('The transcript');
    const url = await this.media.forServices(file);
    const signal = AbortSignal.timeout(deadlineMs);
    const response = await fetchInOrigin(url, { signal }).catch((cause: unknown) => {
      throw AppError.unavailable({ cause });
    });
    if (response.status === 404) throw AppError.notFound('The transcript');
    if (!response.ok) throw AppError.unavailable();
    const text = await response.text();
    if (text.length > maxTextTrackBytes) throw new AppError('too-large', 'The transcript is too large.');
    return text;
  }

  urls(playbackId: string): PlaybackUrls {
    return playbackUrls(playbackId, this.config.VIDEO_ENGINE_PUBLIC_URL ?? this.config.VIDEO_ENGINE_URL);
  }

  wrongSettings(): Promise<string[]> {
    const { VIDEO_ENGINE_URL: engine } = this.config;
    return engine === undefined ? Promise.resolve([]) : wrongSettingsOf(engine);
  }

  async readWebhook(body: Buffer, signature: string): Promise<HostEvent> {
    if (!isSignedJustNow(signature, Date.now())) throw notSigned();
    const { webhooks } = this.client;
    const text = body.toString('utf8');
    const attempts = this.config.MUX_WEBHOOK_SECRET.map((secret): Promise<unknown> => {
      return webhooks.unwrap(text, { 'mux-signature': signature }, secret);
    });
    const event = await Promise.any(attempts).catch((cause: unknown) => {
      throw notSigned(cause);
    });
    return toHostEvent(event);
  }
}

/** An addition of our own engine. */
function withHints<Settings extends object>(settings: Settings, hints: CaptionHints = []): Settings {
  return hints.length === 0 ? settings : { ...settings, hints };
}

function toHostClip({ id, playback_ids: ids }: Mux.Video.Asset): HostClip {
  const playbackId = ids?.[0]?.id;
  if (!playbackId) throw AppError.unavailable();
  return { assetId: id, playbackId };
}

function notSigned(cause?: unknown): AppError {
  return new AppError('unauthenticated', 'This webhook is not signed by the video host.', { cause });
}
