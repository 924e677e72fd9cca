import { chakra } from '@chakra-ui/react';
import { ssoLimits } from '@vault/contracts';
import type { SsoDomain, SsoRecord } from '@vault/contracts';
import { useState } from 'react';
import { errorMessage } from '../../../api/http/error-message.ts';
import { Button } from '../../../components/ui/button.tsx';
import type { ButtonProps } from '../../../components/ui/button.tsx';
import { FormMessage } from '../../../components/ui/fields/form-message.tsx';
import { Form } from '../../../components/ui/fields/form.tsx';
import { Line } from '../../../components/ui/fields/line.ts';
import { TextField } from '../../../components/ui/fields/text-field.tsx';
import { useForm } from '../../../components/ui/fields/use-form.ts';
import { MutedText } from '../../../components/ui/muted-text.ts';
import { showToast } from '../../../components/ui/toasts/toasts.ts';
import { momentText } from '../../../lib/format/format-time.ts';
import { useNow } from '../../../lib/state/use-now.ts';
import { useAddDomainMutation, useCheckDomainMutation, useRemoveDomainMutation } from '../api/sso-api.ts';
import { domainState } from '../model/sso-texts.ts';
import { signOnStrings as strings } from '../sign-on-settings.strings.ts';
import { AskDialog } from './ask-dialog.tsx';
import { CopiedText, CopiedTexts } from './copied-text.tsx';

interface DomainStepProps {
  domains: readonly SsoDomain[];
  /** Of the button to press next. */
  tone: ButtonProps['tone'];
  onDone: (sso: SsoRecord) => void;
}

/** Names the domains of the team, and proves that they are its own. */
export function DomainStep({ domains, tone, onDone }: DomainStepProps) {
  return (
    <>
      {domains.length === 0 ? null : (
        <chakra.ul aria-label="Domains" display="grid" gap="6">
          {domains.map((domain) => (
            <DomainRow key={domain.name} domain={domain} tone={tone} onVerified={onDone} />
          ))}
        </chakra.ul>
      )}
      {domains.length < ssoLimits.domains ? (
        <AddForm isFirst={domains.length === 0} tone={domains.length === 0 ? tone : 'outline'} />
      ) : (
        <MutedText>{`A team has at most ${String(ssoLimits.domains)} domains.`}</MutedText>
      )}
    </>
  );
}

function AddForm({ isFirst, tone }: { isFirst: boolean } & Pick<DomainStepProps, 'tone'>) {
  const [add] = useAddDomainMutation();
  const form = useForm({
    names: ['domain'],
    send: async ({ domain }, element) => {
      await add(domain.trim()).unwrap();
      element.reset();
    },
    failure: strings.notSaved,
  });
  return (
    <Form state={form} gap="2" maxWidth="560px">
      <Line alignItems="flex-end">
        <chakra.div flex="1 1 220px">
          <TextField
            label={isFirst ? 'Domain name' : 'Another domain'}
            name="domain"
            autoComplete="off"
            autoCapitalize="none"
            inputMode="url"
            spellCheck={false}
            placeholder="acme.com"
          />
        </chakra.div>
        <Button type="submit" tone={tone} isBusy={form.isBusy} minHeight="44px">
          Add
        </Button>
      </Line>
      <FormMessage message={form.message} />
    </Form>
  );
}

interface DomainRowProps extends Pick<DomainStepProps, 'tone'> {
  domain: SsoDomain;
  onVerified: (sso: SsoRecord) => void;
}

function DomainRow({ domain, tone, onVerified }: DomainRowProps) {
  const { name, state, record_name: recordName, record_value: recordValue, checked_at: checkedAt } = domain;
  const now = useNow(60_000);
  const [check, { isLoading, error }] = useCheckDomainMutation();
  const [isAsking, setAsking] = useState(false);
  const look = async () => {
    if (isLoading) return;
    const { data } = await check(name);
    if (data?.domains.find((each) => each.name === name)?.state !== 'verified') return;
    showToast({ kind: 'success', text: `${name} is verified.` });
    onVerified(data);
  };
  const isVerified = state === 'verified';
  return (
    <chakra.li display="grid" gap="3">
      <div>
        <chakra.p fontWeight="strong" overflowWrap="anywhere">
          {name}
        </chakra.p>
        <MutedText
          role="status"
          maxWidth="65ch"
          overflowWrap="anywhere"
          color={isVerified ? 'good' : state === 'lost' ? 'signal' : 'ink.muted'}
        >
          {domainState(domain, now)}
          {checkedAt === null || isVerified ? null : (
            <chakra.span display="block">{`Last check: ${momentText(checkedAt)}.`}</chakra.span>
          )}
        </MutedText>
      </div>
      {isVerified ? null : (
        <div>
          <MutedText mb="2">Add this record at your domain’s provider.</MutedText>
          <CopiedTexts>
            <CopiedText name="Type" text="TXT" />
            <CopiedText name="Name" text={recordName} label={`Copy the name of the record of ${name}`} />
            <CopiedText name="Value" text={recordValue} label={`Copy the value of the record of ${name}`} />
          </CopiedTexts>
        </div>
      )}
      <Line>
        {isVerified ? null : (
          <Button
            tone={tone}
            size="small"
            isBusy={isLoading}
            aria-label={`Check now: ${name}`}
            onClick={() => void look()}
          >
            {isLoading ? 'Checking…' : 'Check now'}
          </Button>
        )}
        <Button size="small" aria-label={`Remove ${name}`} onClick={() => setAsking(true)}>
          Remove
        </Button>
      </Line>
      {error ? <FormMessage message={errorMessage(error, strings.notDone)} /> : null}
      {isAsking ? <RemoveDialog name={name} onClose={() => setAsking(false)} /> : null}
    </chakra.li>
  );
}

function RemoveDialog({ name, onClose }: { name: string; onClose: () => void }) {
  const [remove] = useRemoveDomainMutation();
  return (
    <AskDialog
      question={`Remove ${name}?`}
      confirmLabel="Remove"
      busyLabel="Removing…"
      send={() => remove(name).unwrap()}
      onClose={onClose}
    >
      <p>{`People with addresses in ${name} can no longer sign in through your provider. They stay members.`}</p>
    </AskDialog>
  );
}
