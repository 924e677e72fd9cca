import { chakra } from '@chakra-ui/react';
import type { SsoRecord } from '@vault/contracts';
import { useId, useState } from 'react';
import type { ReactNode } from 'react';
import { errorMessage } from '../../../api/http/error-message.ts';
import { useUserSession } from '../../../api/session/user-session.ts';
import { Button } from '../../../components/ui/button.tsx';
import { Choice } from '../../../components/ui/fields/choice.ts';
import { FormMessage } from '../../../components/ui/fields/form-message.tsx';
import { Line } from '../../../components/ui/fields/line.ts';
import { Select } from '../../../components/ui/fields/select.tsx';
import { MutedText } from '../../../components/ui/muted-text.ts';
import { showToast } from '../../../components/ui/toasts/toasts.ts';
import { useNow } from '../../../lib/state/use-now.ts';
import { useSetRequirementMutation } from '../api/sso-api.ts';
import {
  insideLine,
  outsiderLine,
  outsideLine,
  removeLabel,
  requiredText,
  requirementLine,
  verifiedNames,
} from '../model/sso-texts.ts';
import { signOnStrings as strings } from '../sign-on-settings.strings.ts';
import { AskDialog } from './ask-dialog.tsx';

/** An owner of the team, who may be its emergency owner. */
export interface Owner {
  readonly id: string;
  readonly name: string;
}

interface RequireStepProps {
  sso: SsoRecord;
  owners: readonly Owner[] | undefined;
  /** Shown when the owners could not be loaded. */
  problem: ReactNode;
}

/** Requires single sign-on of everybody with an address of the team, except one owner. */
export function RequireStep({ sso, owners = [], problem }: RequireStepProps) {
  const { requirement, obstacle } = sso;
  const ownId = useUserSession()?.id;
  const [chosen, setChosen] = useState('');
  const [asked, setAsked] = useState<'on' | 'off' | null>(null);
  const now = useNow(60_000);
  const obstacleId = useId();
  const owner =
    owners.find(({ id }) => id === chosen) ??
    owners.find(({ id }) => id === (requirement?.emergency_owner ?? ownId)) ??
    owners[0];
  const close = () => setAsked(null);
  const isBlocked = requirement === null && obstacle !== '';
  return (
    <>
      {requirement === null ? (
        <MutedText maxWidth="65ch">
          Everybody with an address in your verified domains signs in through the provider then. One owner
          keeps a password, for the day on which the provider fails.
        </MutedText>
      ) : (
        <p>{requirementLine(sso, now)}</p>
      )}
      {owner ? (
        <div>
          <chakra.div maxWidth="320px">
            <Select
              label="Emergency owner"
              isField
              value={owner.id}
              options={owners.map(({ id, name }) => ({ value: id, text: name }))}
              onChange={setChosen}
            />
          </chakra.div>
          <MutedText mt="2">{`${owner.name} can always sign in with a password.`}</MutedText>
        </div>
      ) : null}
      {problem}
      {isBlocked ? (
        <MutedText id={obstacleId} color="caution" maxWidth="65ch">
          {obstacle}
        </MutedText>
      ) : null}
      {requirement === null ? (
        <Line>
          <Button
            tone="primary"
            disabled={isBlocked || owner === undefined}
            aria-describedby={isBlocked ? obstacleId : undefined}
            onClick={() => setAsked('on')}
          >
            Require single sign-on
          </Button>
        </Line>
      ) : (
        <Line>
          {owner && owner.id !== requirement.emergency_owner ? <ChangeOwner owner={owner} /> : null}
          <Button onClick={() => setAsked('off')}>Turn off</Button>
        </Line>
      )}
      {asked === 'on' && owner ? <RequireDialog sso={sso} owner={owner} onClose={close} /> : null}
      {asked === 'off' ? <EndDialog onClose={close} /> : null}
    </>
  );
}

function ChangeOwner({ owner }: { owner: Owner }) {
  const [set, { isLoading, error }] = useSetRequirementMutation();
  const change = async () => {
    if (isLoading) return;
    const { data } = await set({ emergency_owner: owner.id });
    if (data) showToast({ kind: 'success', text: `${owner.name} is the emergency owner now.` });
  };
  return (
    <>
      <Button isBusy={isLoading} onClick={() => void change()}>
        Change the emergency owner
      </Button>
      {error ? <FormMessage message={errorMessage(error, strings.notSaved)} /> : null}
    </>
  );
}

interface RequireDialogProps {
  sso: SsoRecord;
  owner: Owner;
  onClose: () => void;
}

function RequireDialog({ sso: { domains, members }, owner, onClose }: RequireDialogProps) {
  const [set] = useSetRequirementMutation();
  const names = verifiedNames(domains);
  const outside = outsideLine(members, names);
  const [isRemoving, setRemoving] = useState(false);
  const { removable } = members;
  const noteId = useId();
  return (
    <AskDialog
      question={`Require single sign-on for ${names}?`}
      confirmLabel="Require it"
      busyLabel="Saving…"
      send={async () => {
        await set({
          emergency_owner: owner.id,
          ...(isRemoving && { also_remove: removable.map(({ id }) => id) }),
        }).unwrap();
        showToast({ kind: 'success', text: requiredText(isRemoving ? removable.length : 0) });
      }}
      onClose={onClose}
    >
      <p>{insideLine(members, names)}</p>
      {outside === '' ? null : (
        <div>
          <p>{outside}</p>
          <chakra.ul
            aria-label="Addresses outside"
            tabIndex={0}
            mt="1"
            maxHeight="30dvh"
            overflowY="auto"
            color="ink"
            overflowWrap="anywhere"
          >
            {members.outside.map((address) => (
              <li key={address}>{outsiderLine(address, removable)}</li>
            ))}
          </chakra.ul>
          {removable.length === 0 ? null : (
            <chakra.div mt="3">
              <Choice color="ink">
                <input
                  type="checkbox"
                  checked={isRemoving}
                  aria-describedby={noteId}
                  onChange={({ target }) => setRemoving(target.checked)}
                />
                <span>{removeLabel(members)}</span>
              </Choice>
              <MutedText id={noteId} ps="30px">
                They lose access at once, and get a mail. What they made stays in the team.
              </MutedText>
            </chakra.div>
          )}
        </div>
      )}
      <p>{`${owner.name} can always sign in with a password.`}</p>
    </AskDialog>
  );
}

function EndDialog({ onClose }: { onClose: () => void }) {
  const [set] = useSetRequirementMutation();
  return (
    <AskDialog
      question="No longer require single sign-on?"
      confirmLabel="Turn off"
      busyLabel="Turning off…"
      send={async () => {
        await set({ emergency_owner: null }).unwrap();
        showToast({ kind: 'success', text: 'Single sign-on is no longer required.' });
      }}
      onClose={onClose}
    >
      <p>{`Everybody may sign in with a password again, or through the provider as before. ${strings.askForPassword}`}</p>
    </AskDialog>
  );
}
