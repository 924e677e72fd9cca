import type { AccountRecord, VideoRecord } from '@vault/contracts';
import type { Page, Route } from 'playwright-core';

/** A request of the page. */
export interface StagedRequest {
  readonly method: string;
  readonly path: string;
  readonly query: URLSearchParams;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: unknown;
}

type Answer = (route: Route, request: StagedRequest) => Promise<void>;

const picture =
  '<svg xmlns="http://www.w3.org/2000/svg" width="640" height="360"><rect width="640" height="360" fill="#405060"/></svg>';

/** Replaces the API with staged answers, for states that a real server cannot produce on demand. */
export class StagedApi {
  readonly requests: StagedRequest[] = [];
  readonly videos: VideoRecord[] = [];
  private readonly answers = new Map<string, Answer>();

  private constructor() {
    // A stream that ends at once: pages poll.
    this.on('GET /events', (route) => route.fulfill({ contentType: 'text/event-stream', body: '' }));
    this.on('POST /auth/check', succeed({ id: 'staged' }));
    this.on('POST /auth/can-upload-video', succeed({ canUpload: true, msg: '' }));
    this.on('GET /muxvideos', (route, { query }) => this.list(route, query.get('after')));
    this.on('PATCH /muxupload/save', succeed({}));
    this.on('GET /muxupload/estimate', succeed({ tokens: 400, balance: 50_000 }));
  }

  /** Answers all requests of the page below `/api` and `/media`. */
  static async install(page: Page): Promise<StagedApi> {
    const staged = new StagedApi();
    const isStaged = (url: URL) => url.pathname.startsWith('/api/') || url.pathname.startsWith('/media/');
    await page.route(isStaged, (route) => staged.answer(route));
    return staged;
  }

  /** Sets the answer of a route, such as `GET /muxvideos`; `PUT` means every PUT to an upload session. */
  on(route: string, answer: Answer): this {
    this.answers.set(route, answer);
    return this;
  }

  /** The requests to one route so far. */
  requestsTo(route: string): StagedRequest[] {
    return this.requests.filter(
      ({ method, path }) => route === (method === 'PUT' ? 'PUT' : `${method} ${path}`),
    );
  }

  private async answer(route: Route): Promise<void> {
    const request = route.request();
    const url = new URL(request.url());
    if (/\.(jpg|svg)$/.test(url.pathname)) {
      await route.fulfill({ contentType: 'image/svg+xml', body: picture });
      return;
    }
    const method = request.method();
    const isFile = method === 'PUT';
    const staged = {
      method,
      path: url.pathname.replace(/^\/api/, ''),
      query: url.searchParams,
      headers: request.headers(),
      body: isFile ? undefined : (request.postDataJSON() as unknown),
    };
    this.requests.push(staged);
    const answer = this.answers.get(isFile ? 'PUT' : `${method} ${staged.path}`);
    await (answer ?? refuse(404, 'Not staged.'))(route, staged);
  }

  /** Pages of a hundred videos; `after` is the list cursor. */
  private list(route: Route, after: string | null): Promise<void> {
    const from = Number(after?.split('_')[0] ?? 0);
    const next = from + 100 < this.videos.length ? `${String(from + 100)}_x` : null;
    const fields = { next, ...(after === null ? { total: this.videos.length } : {}) };
    return succeed(this.videos.slice(from, from + 100), fields)(route);
  }
}

/** Answers with the `success` envelope around data. */
export function succeed(data: unknown, fields: object = {}) {
  return (route: Route) => route.fulfill({ json: { status: 'success', data, ...fields } });
}

/** Answers with an error and a message. */
export function refuse(status: number, msg?: string) {
  return (route: Route) => route.fulfill({ status, json: { status: 'error', msg } });
}

/** An account on a trial. */
export const stagedAccount: AccountRecord = {
  id: 'staged',
  email: 'ada@example.org',
  firstname: 'Ada',
  lastname: 'Lovelace',
  plan: 'free',
  membership_end: Math.floor(Date.now() / 1_000) + 2 * 86_400,
  created_at: Math.floor(Date.now() / 1_000) - 86_400,
  token_balance: 50_000,
  granted: 50_000,
  added: 0,
  monthly_tokens: 50_000,
  video_limit: 2,
  is_confirmed: true,
  upgrade_requested_at: null,
  ready_mail: true,
};

/** A finished video of ten minutes, with changes of the test. */
export function stagedVideo(n: number, change: Partial<VideoRecord> = {}): VideoRecord {
  const name = String(n);
  return {
    id: `session-${name}`,
    uploadId: `upload-${name}`,
    assetId: `asset-${name}`,
    title: `Talk ${name}`,
    description: '',
    thumbnail: `/media/${name}/thumbnail.jpg`,
    playback_id: `play-${name}`,
    captionsTrackId: '',
    duration: 600,
    created_at: Math.floor(Date.now() / 1_000) - n * 90,
    localVideo: '',
    version: 1,
    detailsVersion: 1,
    captionsSource: 'host',
    transcriptVersion: 0,
    operations: [],
    chapters: ['00:00:00', '00:04:00'].map((start) => {
      return { start, title: `From ${start}`, summary: '', search: '', quote: [] };
    }),
    streamUrl: '',
    storyboardUrl: '',
    captionsUrl: '',
    summary: '',
    state: 'ready',
    progress: 100,
    stage: null,
    queuePosition: null,
    secondsLeft: null,
    failure: null,
    captions: 'ready',
    captionsReason: '',
    contents: [],
    ...change,
  };
}
