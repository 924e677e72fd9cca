import { planStoryboard, storyboardVtt } from '@vault/media';
import { invalidParameters, notFound, sendText } from '../answers/respond.ts';
import type { Exchange } from '../answers/route.ts';
import { immutableCaching, sendFile } from '../answers/send-file.ts';
import { type DeliveryContext, findPlayable } from './delivery-context.ts';
import { sendMedia, validSeconds } from './send-media.ts';

/** Serves `/image/{playbackId}/thumbnail.jpg` and `storyboard.vtt|jpg`. `rest` is the path after `/image`. */
export async function deliverImage(
  context: DeliveryContext,
  exchange: Exchange,
  rest: readonly string[],
): Promise<boolean> {
  const [playbackId, name, ...more] = rest;
  if ((exchange.method !== 'GET' && exchange.method !== 'HEAD') || more.length > 0) return false;
  const audience = name === 'thumbnail.jpg' ? 't' : 's';
  const { asset, media, token, claims } = await findPlayable(context, exchange, { playbackId, audience });
  const jpeg = { contentType: 'image/jpeg', cacheControl: immutableCaching };
  const { reader } = context;
  if (name === 'thumbnail.jpg') {
    const { time = readNumber(exchange.query, 'time'), width = readNumber(exchange.query, 'width') } = claims;
    const { waveform } = asset.files;
    const picture =
      waveform === undefined
        ? await context.thumbnails.find(asset, media, { time, width })
        : { reader, key: waveform };
    await sendFile(exchange, { ...picture, ...jpeg });
    return true;
  }
  const { storyboard } = asset.files;
  if (name === 'storyboard.jpg') {
    if (storyboard === undefined) throw notFound();
    const picture = { reader, key: storyboard, ...jpeg };
    await sendMedia(context, exchange, { ...picture, claims, maxSeconds: validSeconds.part });
  } else if (name === 'storyboard.vtt') {
    if (media.video === undefined) throw notFound();
    const isDrawn = storyboard !== undefined;
    // A player asks as soon as the asset plays, and must not report an error because the picture comes later.
    const body = isDrawn
      ? storyboardVtt(
          planStoryboard(media.duration, media.video),
          `storyboard.jpg${token === undefined ? '' : `?token=${token}`}`,
        )
      : 'WEBVTT\n';
    const isHead = exchange.method === 'HEAD';
    const cacheControl = isDrawn ? immutableCaching : 'no-store';
    sendText(exchange.res, 'text/vtt; charset=utf-8', body, { isHead, cacheControl });
  } else return false;
  return true;
}

function readNumber(query: URLSearchParams, name: string): number | undefined {
  const text = query.get(name);
  if (text === null || text === '') return undefined;
  if (!/^\d{1,7}(\.\d{1,6})?$/.test(text)) throw invalidParameters(`${name} must be a number`);
  return Number(text);
}
