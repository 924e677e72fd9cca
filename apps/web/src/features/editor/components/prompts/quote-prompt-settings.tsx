import { defaultQuoteCount, quoteCounts } from '@vault/contracts';
import { Button } from '../../../../components/ui/button.tsx';
import { Modal } from '../../../../components/ui/dialogs/modal.tsx';
import { QuotePromptForm } from './quote-prompt-form.tsx';
import { useUnsavedChanges } from './use-unsaved-changes.tsx';
import type { ShowToast } from '../../../../components/ui/toasts/toasts.ts';
import { usePromptSettings } from './use-prompt-settings.tsx';

/** The quote settings of the user, for all videos. */
export function QuotePromptSettings({ showToast, onClose }: { showToast: ShowToast; onClose: () => void }) {
  const { settings, wait, saveQuotes } = usePromptSettings(showToast);
  const { note, leave, question } = useUnsavedChanges(onClose);
  const count = quoteCounts.find((each) => each === settings?.quote_ct) ?? defaultQuoteCount;
  return (
    <>
      <Modal
        title="Chapter-specific Quotations Base Prompt"
        size="medium"
        isReadFirst
        onCancel={leave}
        footer={<Button onClick={leave}>Close</Button>}
      >
        {settings ? (
          <QuotePromptForm
            saved={{ text: settings.custom_prompt, count }}
            onSave={(prompt) => saveQuotes(prompt.text, prompt.count)}
            onUnsaved={(isUnsaved) => note('form', isUnsaved)}
          />
        ) : (
          wait
        )}
      </Modal>
      {question}
    </>
  );
}
