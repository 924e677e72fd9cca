import type { Logger, WatchedSetting } from '@vault/base';
import { createTranscriber, type PieceTranscriber } from '@vault/speech';
import { ServerTranscriber } from './server-transcriber.ts';
import { SpeechServer } from './speech-server.ts';
import { speechServerOf, type SpeechServerSettings } from './speech-server.config.ts';

export interface ChosenTranscriber extends Pick<PieceTranscriber, 'plan' | 'transcribePiece' | 'close'> {
  /** The place of the recognition, for the log. */
  readonly recogniser: string;
  /** Whether the server takes its settings. */
  readonly setting?: WatchedSetting;
}

/** The configured server, else the built-in model; voices are told apart on this machine. @param threads of the built-in model */
export function transcriberOf(
  settings: SpeechServerSettings,
  { logger, threads }: { readonly logger: Logger; readonly threads: number },
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
    transcribePiece: (request) => remote.transcribePiece(request),
    close,
    recogniser: `${settings.SPEECH_MODEL} at ${new URL(url).origin}`,
    setting: server.setting,
  };
}
