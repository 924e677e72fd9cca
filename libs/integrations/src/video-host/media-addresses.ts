import { Mux } from '@mux/mux-node';
import { LRUCache } from 'lru-cache';
import { mediaBasesOf, type MediaBases } from './media-origins.ts';
import { playbackKeysOf, type PlaybackKey } from './playback-keys.ts';
import type { VideoHostConfig } from './video-host.config.ts';

type MediaConfig = Pick<
  VideoHostConfig,
  'PLAYBACK' | 'MUX_SIGNING_KEY' | 'MUX_PRIVATE_KEY' | 'VIDEO_ENGINE_URL' | 'VIDEO_ENGINE_PUBLIC_URL'
>;

/** Time to begin with a file. */
const tokenSeconds = 60;
/** A token is used again for this time, so that a browser can cache what it has loaded. */
const reusedForMs = 20_000;
const reusedTokens = 5_000;

/** What a token is for: the media and its texts, a picture, or the storyboard. */
export type MediaKind = 'video' | 'thumbnail' | 'storyboard';

/** A file of a video at its host. */
export interface MediaFile {
  readonly kind: MediaKind;
  readonly playbackId: string;
  /** After the address of the host, without a token: `stream/{playback id}.m3u8`. */
  readonly path: string;
  /** Settings of a picture, or the name of a download. */
  readonly query: URLSearchParams;
}

/** Settings of a picture, which Mux reads from the token alone. */
const pictureSettings = ['time', 'width'];

const streamPath =
  /^stream\/([\w-]{1,128})(?:\.m3u8|(\/[\w.-]{1,4096})?(\/[\w-]{1,64}\.(?:m3u8|mp4|m4a|vtt)))$/;
const picturePath = /^image\/([\w-]{1,128})\/(thumbnail|storyboard)\.(?:jpg|vtt)$/;

/** Reads a path such as `image/{playback id}/thumbnail.jpg`; undefined when it names no file of a video. */
export function readMediaPath(path: string, query = new URLSearchParams()): MediaFile | undefined {
  const [, picture, kind] = picturePath.exec(path) ?? [];
  if (picture !== undefined) return { kind: kind as MediaKind, playbackId: picture, path, query };
  const [, playbackId, folder, name] = streamPath.exec(path) ?? [];
  if (playbackId === undefined) return undefined;
  // The only other folder is the token of a playlist.
  const isPlain = folder === undefined || folder === '/text';
  return { kind: 'video', playbackId, path: isPlain ? path : `stream/${playbackId}${name ?? ''}`, query };
}

/** The addresses of media at its host, with the tokens of signed playback. */
export class MediaAddresses {
  private readonly tokens = new LRUCache<string, Promise<string>>({ max: reusedTokens, ttl: reusedForMs });
  private readonly mux = new Mux({ tokenId: 'unused', tokenSecret: 'unused' });

  /** @throws {Error} that names the variable, when a key is missing or cannot be read */
  constructor(private readonly config: MediaConfig) {
    playbackKeysOf(config);
  }

  /** The keys of signed playback; none when media is public. They may change while the process runs. */
  get keys(): readonly PlaybackKey[] {
    return playbackKeysOf(this.config);
  }

  /** The key that signs; undefined when media is public. */
  get key(): PlaybackKey | undefined {
    return this.keys[0];
  }

  /**
   * Whether the token of any file of a video opens its captions too, as those of Mux do. At our own engine their address
   * is a secret.
   */
  get hasTokensForCaptions(): boolean {
    return this.config.VIDEO_ENGINE_URL === undefined;
  }

  /** The file that an address for browsers names; undefined when it is not of this host. */
  read(address: string): MediaFile | undefined {
    const { VIDEO_ENGINE_URL: engine, VIDEO_ENGINE_PUBLIC_URL: publicEngine } = this.config;
    for (const [area, base] of Object.entries(mediaBasesOf(publicEngine ?? engine))) {
      if (!address.startsWith(`${base}/`)) continue;
      const [path = '', query] = address.slice(base.length).split('?');
      return readMediaPath(`${area}${path}`, new URLSearchParams(query));
    }
    return undefined;
  }

  /** The address of a file for browsers, for a minute. */
  forBrowsers(file: MediaFile): Promise<string> {
    const { VIDEO_ENGINE_URL: engine, VIDEO_ENGINE_PUBLIC_URL: publicEngine } = this.config;
    return this.at(publicEngine ?? engine, file);
  }

  /** As {@link forBrowsers}, for a service of the product. */
  forServices(file: MediaFile): Promise<string> {
    return this.at(this.config.VIDEO_ENGINE_URL, file);
  }

  /** The address of a file for browsers, without a token. */
  unsigned(path: string): string {
    const { VIDEO_ENGINE_URL: engine, VIDEO_ENGINE_PUBLIC_URL: publicEngine } = this.config;
    return addressAt(publicEngine ?? engine, path);
  }

  private async at(engine: string | undefined, file: MediaFile): Promise<string> {
    const query = await this.signed(file);
    return `${addressAt(engine, file.path)}${query.size === 0 ? '' : `?${query.toString()}`}`;
  }

  private async signed({ kind, playbackId, query }: MediaFile): Promise<URLSearchParams> {
    const { key } = this;
    if (!key) return query;
    const isSetting = (name: string) => kind === 'thumbnail' && pictureSettings.includes(name);
    const entries = [...query];
    const params = Object.fromEntries(entries.filter(([name]) => isSetting(name)));
    const token = await this.token(key, { kind, playbackId, params });
    return new URLSearchParams([...entries.filter(([name]) => !isSetting(name)), ['token', token]]);
  }

  private token(
    { id: keyId, privateKey: keySecret }: PlaybackKey,
    { kind, playbackId, params }: Pick<MediaFile, 'kind' | 'playbackId'> & { params: Record<string, string> },
  ): Promise<string> {
    const name = JSON.stringify([keyId, kind, playbackId, params]);
    const reused = this.tokens.get(name);
    if (reused) return reused;
    const options = { keyId, keySecret, type: kind, expiration: `${String(tokenSeconds)}s`, params };
    const token = this.mux.jwt.signPlaybackId(playbackId, options);
    this.tokens.set(name, token);
    token.catch(() => this.tokens.delete(name));
    return token;
  }
}

function addressAt(engine: string | undefined, path: string): string {
  const [area = '', ...rest] = path.split('/');
  return [mediaBasesOf(engine)[area as keyof MediaBases], ...rest].join('/');
}
