import type { AccountRecord } from '@vault/contracts';
import { errorMessage } from '../../../api/http/error-message.ts';
import { useEditAccountMutation } from '../../../api/own-account-api.ts';
import { Switch } from '../../../components/ui/fields/switch.tsx';
import { showToast } from '../../../components/ui/toasts/toasts.ts';
import { PageSection } from '../../../components/ui/page-section.tsx';
import { Line } from '../../../components/ui/fields/line.ts';
import { accountStrings as strings } from '../account.strings.ts';

/** Which mails the user gets. */
export function MailSection({ account }: { account: AccountRecord }) {
  const [edit, { isLoading, originalArgs }] = useEditAccountMutation();
  // Shows the chosen value while it is being saved, and the stored one again if saving fails.
  const isOn = (isLoading ? originalArgs?.ready_mail : undefined) ?? account.ready_mail;

  const choose = async (ready_mail: boolean) => {
    try {
      await edit({ ready_mail }).unwrap();
    } catch (error) {
      showToast({ kind: 'error', text: errorMessage(error, strings.saveFailed) });
    }
  };
  return (
    <PageSection id="mail" title="Mail">
      <Line css={{ '& button': { fontSize: 'sm', color: 'ink', whiteSpace: 'normal', textAlign: 'left' } }}>
        <Switch
          label="Email me when a webinar is ready"
          isOn={isOn}
          onChange={(chosen) => void choose(chosen)}
        />
      </Line>
    </PageSection>
  );
}
