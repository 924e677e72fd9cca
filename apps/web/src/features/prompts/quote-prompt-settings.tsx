import { chakra } from '@chakra-ui/react';
import { defaultQuoteCount, quoteCounts } from '@vault/contracts';
import { useCallback } from 'react';
import { useSettingsQuery, useUpdateQuotePromptMutation } from '../../api/settings-api.ts';
import { Button } from '../../components/button.tsx';
import { Modal } from '../../components/modal.tsx';
import { showToast } from '../../lib/toasts.ts';
import { promptStrings as words } from './prompts.strings.ts';
import { QuotePromptForm } from './quote-prompt-form.tsx';
import type { QuotePrompt } from './quote-prompt-form.tsx';
import { SettingsWait } from './settings-wait.tsx';
import { useUnsavedChanges } from './use-unsaved-changes.tsx';

interface QuotePromptSettingsProps {
  userId: string;
  /** How long its toasts stay, in milliseconds. */
  toastMs: number;
  /** Default: bottom. */
  toastPosition?: 'top' | 'bottom';
  onClose: () => void;
}

/** The quote settings of the user, for all videos. */
export function QuotePromptSettings({
  userId,
  toastMs,
  toastPosition = 'bottom',
  onClose,
}: QuotePromptSettingsProps) {
  const {
    data: settings,
    error,
    refetch,
  } = useSettingsQuery(userId, {
    // They may have been changed in another tab meanwhile.
    refetchOnMountOrArgChange: true,
  });
  const [update] = useUpdateQuotePromptMutation();
  const { note, leave, question } = useUnsavedChanges(onClose);
  const noteForm = useCallback(
    (isUnsaved: boolean) => {
      note('form', isUnsaved);
    },
    [note],
  );

  const save = async ({ text: customPrompt, count: quoteCt }: QuotePrompt) => {
    const { error: refused } = await update({ userId, customPrompt, quoteCt });
    const text = refused ? words.quotesFailed : words.quotesSaved;
    showToast({ kind: refused ? 'error' : 'success', text, durationMs: toastMs, position: toastPosition });
    return !refused;
  };
  const count = quoteCounts.find((each) => each === settings?.quote_ct) ?? defaultQuoteCount;

  return (
    <>
      <Modal title={words.quotesTitle} size="medium" isReadFirst onCancel={leave}>
        {settings ? (
          <QuotePromptForm
            saved={{ text: settings.custom_prompt, count }}
            onSave={save}
            onUnsaved={noteForm}
          />
        ) : (
          <SettingsWait error={error} onRetry={() => void refetch()} />
        )}
        <chakra.div display="flex" justifyContent="flex-end" mt="6">
          <Button onClick={leave}>{words.close}</Button>
        </chakra.div>
      </Modal>
      {question}
    </>
  );
}
