import type { Logger, WatchedSetting } from '@vault/base';
import type { Metrics } from '@vault/platform';
import { createTranscriber, type PieceTranscriber, TranscriberUnavailable } from '@vault/speech';
import { ServerTranscriber } from './server-transcriber.ts';
import { SpeechServer } from './speech-server.ts';
import { speechServerOf, type SpeechServerSettings } from './speech-server.config.ts';

export interface ChosenTranscriber extends Pick<PieceTranscriber, 'plan' | 'transcribePiece' | 'close'> {
  /** The place of the recognition, for the log. */
  readonly recogniser: string;
  /** Whether the server takes its settings. */
  readonly setting?: WatchedSetting;
}

const outcomes = ['heard', 'unavailable', 'failed'] as const;

/** The configured server, else the built-in model; voices are told apart on this machine. @param threads of the built-in model */
export function transcriberOf(
  settings: SpeechServerSettings,
  {
    logger,
    threads,
    metrics,
  }: { readonly logger: Logger; readonly threads: number; readonly metrics: Metrics },
): ChosenTranscriber {
  let isReported = false;
  const onUnaligned = (reason: string) => {
    if (!isReported) logger.warn({ reason }, 'the times of some spoken words are estimates');
    isReported = true;
  };
  const local = createTranscriber({ threads, speakers: settings.SPEECH_SPEAKERS === 'on', onUnaligned });
  const close = () => local.close();
  const url = speechServerOf(settings);
  if (url === undefined)
    return {
      plan: (request) => local.plan(request),
      transcribePiece: (request) => local.transcribePiece(request),
      close,
      recogniser: 'this machine',
    };
  const server = new SpeechServer(settings, logger);
  const remote = new ServerTranscriber(local, server);
  return {
    plan: (request) => remote.plan(request),
    transcribePiece: counted(metrics, (request) => remote.transcribePiece(request)),
    close,
    recogniser: `${settings.SPEECH_MODEL} at ${new URL(url).origin}`,
    setting: server.setting,
  };
}

/** Counts how pieces of sound end; one that was cancelled does not count. */
export function counted(
  metrics: Metrics,
  transcribe: PieceTranscriber['transcribePiece'],
): PieceTranscriber['transcribePiece'] {
  const pieces = metrics.counter({
    name: 'speech_pieces_total',
    help: 'Pieces of sound sent to the speech server: heard, unavailable (they are sent again), or failed.',
    labels: ['outcome'] as const,
  });
  for (const outcome of outcomes) pieces.add({ outcome }, 0);
  return async (request) => {
    try {
      const heard = await transcribe(request);
      pieces.add({ outcome: 'heard' });
      return heard;
    } catch (error) {
      if (request.signal?.aborted !== true)
        pieces.add({ outcome: error instanceof TranscriberUnavailable ? 'unavailable' : 'failed' });
      throw error;
    }
  };
}
