import type { VideoRecord } from '@vault/contracts';
import { useEffect, useState } from 'react';
import { revokeLater } from '../lib/browser/revoke-later.ts';
import { useAppDispatch } from '../store/hooks.ts';
import { transcript } from './transcript-api.ts';

type Captioned = Pick<VideoRecord, 'id' | 'captionsUrl' | 'captionsSource' | 'transcriptVersion'>;

/** The captions for the player of a card: the host has neither uploaded nor corrected words, so they are read when it plays. */
export function useCaptionsUrl({ id, captionsUrl, captionsSource, transcriptVersion }: Captioned): string {
  const dispatch = useAppDispatch();
  const [presentUrl, setPresentUrl] = useState('');
  const isOfHost = captionsSource === 'host' && transcriptVersion === 0;
  useEffect(() => {
    if (isOfHost) return;
    let url = '';
    let isStopped = false;
    const show = ({ vtt }: { readonly vtt: string }) => {
      if (isStopped || vtt === '') return;
      url = URL.createObjectURL(new Blob([vtt], { type: 'text/vtt' }));
      setPresentUrl(url);
    };
    dispatch(transcript.initiate(id, { track: false }))
      .unwrap()
      .then(show)
      // The card plays with the captions of the host, or without any.
      .catch(() => undefined);
    return () => {
      isStopped = true;
      setPresentUrl('');
      if (url !== '') revokeLater(url);
    };
  }, [dispatch, id, isOfHost, transcriptVersion]);
  return presentUrl || captionsUrl;
}
