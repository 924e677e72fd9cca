import { chakra } from '@chakra-ui/react';
import { captionLanguages } from '@vault/contracts';
import type { CaptionLanguage, VideoRecord } from '@vault/contracts';
import { useState } from 'react';
import { errorMessage } from '../../../api/http/error-message.ts';
import { videoCalls } from '../../../api/video-calls.ts';
import { Button } from '../../../components/ui/button.tsx';
import { Modal } from '../../../components/ui/dialogs/modal.tsx';
import { FormMessage } from '../../../components/ui/fields/form-message.tsx';
import { Select } from '../../../components/ui/fields/select.tsx';
import { createToaster } from '../../../components/ui/toasts/toasts.ts';
import { useAppDispatch } from '../../../store/hooks.ts';
import { recogniseCaptions } from '../api/captions-api.ts';
import { transcriptStrings } from '../transcript.strings.ts';
import { CaptionsEffect } from './captions-file-facts.tsx';
import type { CaptionsBefore } from './captions-file-facts.tsx';

const strings = transcriptStrings.captions;
const showToast = createToaster({ durationMs: 5000, position: 'top' });
const untracked = { track: false } as const;

const names = new Intl.DisplayNames('en', { type: 'language' });
const options: { value: CaptionLanguage; text: string }[] = [
  { value: 'auto', text: strings.anyLanguage },
  ...captionLanguages
    .map((code) => ({ value: code, text: names.of(code) ?? code }))
    .sort((one, other) => one.text.localeCompare(other.text, 'en')),
];

interface RecogniseAgainProps {
  video: VideoRecord;
  present: CaptionsBefore;
  onClose: () => void;
}

/** Asks for the language of a recording, and has its words recognised again. */
export function RecogniseAgain({ video, present, onClose }: RecogniseAgainProps) {
  const dispatch = useAppDispatch();
  const [language, setLanguage] = useState<CaptionLanguage>('auto');
  const [message, setMessage] = useState('');
  const [isBusy, setBusy] = useState(false);
  const { captionsSource } = video;
  const isFirst = present.lines.length === 0;
  const effect = strings.recogniseEffect[isFirst ? 'none' : captionsSource];

  const recognise = async () => {
    if (isBusy) return;
    setBusy(true);
    setMessage('');
    try {
      await dispatch(recogniseCaptions.initiate({ id: video.id, language }, untracked)).unwrap();
    } catch (error) {
      setBusy(false);
      setMessage(errorMessage(error, strings.notBegun));
      return;
    }
    showToast('success', strings.recognising);
    onClose();
    // The page also follows the changes of the server, so a failure only delays it.
    videoCalls(dispatch, video.id)
      .fetch()
      .catch((error: unknown) => {
        console.warn('The video whose words are recognised again could not be read.', error);
      });
  };

  return (
    <Modal
      title={strings.recogniseTitle}
      size="medium"
      closeLabel={strings.close}
      isDismissDisabled={isBusy}
      onCancel={onClose}
    >
      <chakra.div display="grid" gridTemplateColumns="minmax(0, 1fr)" gap="4">
        <Select
          label={strings.language}
          value={language}
          options={options}
          isField
          isDisabled={isBusy}
          onChange={(value) => {
            setLanguage(options.find((option) => option.value === value)?.value ?? 'auto');
          }}
        />
        {captionsSource === 'upload' ? (
          <chakra.p fontSize="sm">{effect}</chakra.p>
        ) : (
          <CaptionsEffect video={video} present={present} effect={effect} />
        )}
        {message === '' ? null : <FormMessage message={message} />}
      </chakra.div>
      <chakra.div display="flex" flexWrap="wrap" justifyContent="flex-end" gap="2" mt="6">
        <Button aria-disabled={isBusy} onClick={isBusy ? undefined : onClose}>
          {strings.cancel}
        </Button>
        <Button tone="primary" isBusy={isBusy} onClick={() => void recognise()}>
          {strings.recogniseConfirm}
        </Button>
      </chakra.div>
    </Modal>
  );
}
