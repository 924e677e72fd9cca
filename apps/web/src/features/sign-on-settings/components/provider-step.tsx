import { chakra } from '@chakra-ui/react';
import type { SsoRecord } from '@vault/contracts';
import { useState } from 'react';
import { Button } from '../../../components/ui/button.tsx';
import { FieldLabel } from '../../../components/ui/fields/field-label.tsx';
import { FormMessage } from '../../../components/ui/fields/form-message.tsx';
import { Form } from '../../../components/ui/fields/form.tsx';
import { Line } from '../../../components/ui/fields/line.ts';
import { TextField } from '../../../components/ui/fields/text-field.tsx';
import { useForm } from '../../../components/ui/fields/use-form.ts';
import { MutedText } from '../../../components/ui/muted-text.ts';
import { showToast } from '../../../components/ui/toasts/toasts.ts';
import { shortDay } from '../../../lib/format/format-time.ts';
import { useNow } from '../../../lib/state/use-now.ts';
import { useRemoveProviderMutation, useSetProviderMutation } from '../api/sso-api.ts';
import { providerFacts } from '../model/sso-texts.ts';
import { providerHelp, signOnStrings as strings } from '../sign-on-settings.strings.ts';
import { AskDialog } from './ask-dialog.tsx';
import { CopiedText, CopiedTexts } from './copied-text.tsx';

interface ProviderStepProps {
  sso: SsoRecord;
  onDone: (sso: SsoRecord) => void;
}

/** Tells the provider of this product, and this product of the provider. */
export function ProviderStep({ sso, onDone }: ProviderStepProps) {
  const { redirect_url: signIn, sign_out_url: signOut } = sso;
  return (
    <>
      <div>
        <MutedText mb="2">Enter these addresses at your provider.</MutedText>
        <CopiedTexts>
          <CopiedText
            name="Sign-in address (redirect URI)"
            text={signIn}
            label="Copy the sign-in address"
            hint="Also the address at which your provider’s own pages begin a sign-in."
          />
          <CopiedText
            name="Sign-out address (back channel)"
            text={signOut}
            label="Copy the sign-out address"
          />
        </CopiedTexts>
        <Help />
      </div>
      <ProviderForm sso={sso} onDone={onDone} />
    </>
  );
}

function Help() {
  return (
    <chakra.div mt="4" maxWidth="560px" fontSize="sm">
      <MutedText>Where to find this:</MutedText>
      {providerHelp.map(({ name, lines }) => (
        <chakra.details key={name}>
          <chakra.summary py="1" cursor="pointer">
            {name}
          </chakra.summary>
          <chakra.ol listStyleType="decimal" ps="5" mt="1" mb="3" display="grid" gap="1" color="ink.muted">
            {lines.map((line) => (
              <chakra.li key={line} overflowWrap="anywhere">
                {line}
              </chakra.li>
            ))}
          </chakra.ol>
        </chakra.details>
      ))}
    </chakra.div>
  );
}

/** Typed text stays when the settings are read again: the fields have their saved values only at first. */
function ProviderForm({ sso: { provider, requirement }, onDone }: ProviderStepProps) {
  const [issuer, setIssuer] = useState(provider?.issuer ?? '');
  const [client, setClient] = useState(provider?.client_id ?? '');
  const [isReplacing, setReplacing] = useState(false);
  const [isAsking, setAsking] = useState(false);
  const now = useNow(60_000);
  const [set] = useSetProviderMutation();
  // The secret of another provider is another one.
  const isOther =
    provider !== null && (issuer.trim() !== provider.issuer || client.trim() !== provider.client_id);
  const hasSecret = provider !== null && !isOther && !isReplacing;
  const form = useForm({
    names: ['issuer', 'client', 'secret'],
    required: hasSecret ? ['issuer', 'client'] : ['issuer', 'client', 'secret'],
    send: async ({ secret }) => {
      const body = { issuer: issuer.trim(), client_id: client.trim() };
      const saved = await set({ ...body, ...(secret !== '' && { client_secret: secret }) }).unwrap();
      setReplacing(false);
      if (saved.provider) showToast({ kind: 'success', text: `${providerFacts(saved.provider)}.` });
      onDone(saved);
    },
    failure: strings.notSaved,
  });
  const plain = { autoComplete: 'off', autoCapitalize: 'none', spellCheck: false, required: true } as const;
  return (
    <Form state={form} maxWidth="560px">
      <TextField
        {...plain}
        label="Issuer"
        name="issuer"
        type="url"
        inputMode="url"
        placeholder="https://"
        value={issuer}
        onChange={(event) => setIssuer(event.target.value)}
      />
      <TextField
        {...plain}
        label="Client id"
        name="client"
        value={client}
        onChange={(event) => setClient(event.target.value)}
      />
      {hasSecret ? (
        <div>
          <FieldLabel as="p">Client secret</FieldLabel>
          <Line>
            <MutedText>{`Set on ${shortDay(provider.secret_set_at, now)}`}</MutedText>
            <Button size="small" aria-label="Replace the client secret" onClick={() => setReplacing(true)}>
              Replace
            </Button>
          </Line>
        </div>
      ) : (
        <TextField
          {...plain}
          label="Client secret"
          name="secret"
          type="password"
          hint="It is never shown again."
          autoFocus={isReplacing}
        />
      )}
      {isOther ? (
        <MutedText role="status" color="caution">
          {requirement === null
            ? 'This is another provider or client: people join their accounts with it again.'
            : 'This is another provider or client: people join their accounts with it again, and single sign-on is no longer required.'}
        </MutedText>
      ) : null}
      <FormMessage message={form.message} />
      <Line>
        <Button type="submit" tone={provider === null ? 'primary' : 'outline'} isBusy={form.isBusy}>
          {form.isBusy ? 'Reading…' : 'Read the provider’s settings'}
        </Button>
        {provider === null ? null : (
          <Button tone="quiet" onClick={() => setAsking(true)}>
            Remove the provider
          </Button>
        )}
      </Line>
      {provider === null ? null : <MutedText>{providerFacts(provider)}</MutedText>}
      {isAsking ? <RemoveDialog onDone={onDone} onClose={() => setAsking(false)} /> : null}
    </Form>
  );
}

function RemoveDialog({ onDone, onClose }: Pick<ProviderStepProps, 'onDone'> & { onClose: () => void }) {
  const [remove] = useRemoveProviderMutation();
  return (
    <AskDialog
      question="Remove the provider?"
      confirmLabel="Remove"
      busyLabel="Removing…"
      send={async () => onDone(await remove(undefined).unwrap())}
      onClose={onClose}
    >
      <p>{`People sign in with passwords again. ${strings.askForPassword}`}</p>
    </AskDialog>
  );
}
