import { chakra } from '@chakra-ui/react';
import type { PortalLink } from '@vault/contracts';
import { Link2Off, Plus } from 'lucide-react';
import { errorMessage } from '../../../api/http/error-message.ts';
import { Button } from '../../../components/ui/button.tsx';
import { FormMessage } from '../../../components/ui/fields/form-message.tsx';
import { Form } from '../../../components/ui/fields/form.tsx';
import { TextField } from '../../../components/ui/fields/text-field.tsx';
import { useForm } from '../../../components/ui/fields/use-form.ts';
import { MutedText, SmallText } from '../../../components/ui/muted-text.ts';
import { showToast } from '../../../components/ui/toasts/toasts.ts';
import { dayOf, endOfDay } from '../../../lib/format/end-day.ts';
import { useNow } from '../../../lib/state/use-now.ts';
import { useAddPortalLinkMutation, useEndPortalLinkMutation } from '../api/portals-api.ts';
import { absoluteUrl } from '../model/portal-address.ts';
import { usePortalEditor } from '../model/portal-editor.ts';
import { portalsStrings as strings } from '../portals.strings.ts';
import { AskButton } from './ask-button.tsx';
import { CopyButton } from '../../../components/ui/toasts/copy-button.tsx';
import { Line } from '../../../components/ui/fields/line.ts';
import { useMay } from '../../../api/workspaces/permissions.ts';

const minuteMs = 60_000;
const monthSeconds = 30 * 86_400;

function LinkRow({ link: { id, label, link, ends_at } }: { link: PortalLink }) {
  const { portal } = usePortalEditor();
  const [endLink, { isLoading }] = useEndPortalLinkMutation();
  const now = useNow(minuteMs);
  const mayPublish = useMay()('portals.publish');
  const end = async () => {
    const { error } = await endLink({ id: portal.id, link: id });
    if (error) showToast({ kind: 'error', text: errorMessage(error, strings.linkNotEnded) });
    else showToast({ kind: 'success', text: 'The link is revoked.' });
  };
  return (
    <chakra.li display="flex" flexWrap="wrap" alignItems="center" gap="2" py="2" borderTopWidth="1px">
      <chakra.div flex="1 1 160px" minWidth="0">
        <chakra.p dir="auto" fontSize="sm" overflowWrap="anywhere">
          {label}
        </chakra.p>
        <SmallText>{strings.linkEnd(ends_at, now)}</SmallText>
      </chakra.div>
      <CopyButton label={strings.copyLink(label)} text={absoluteUrl(link).href} done="Link copied." />
      {mayPublish ? (
        <AskButton
          icon={Link2Off}
          size="small"
          isBusy={isLoading}
          label="Revoke link"
          question={strings.endLinkQuestion(label)}
          consequence="It stops working within a minute. It cannot be brought back."
          onConfirm={() => void end()}
        />
      ) : null}
    </chakra.li>
  );
}

/** The private links of the portal. They are made and ended at once, without a save. */
export function PrivateLinks() {
  const { portal } = usePortalEditor();
  const [addLink] = useAddPortalLinkMutation();
  const now = useNow(minuteMs);
  const today = dayOf(now);
  const mayPublish = useMay()('portals.publish');
  const form = useForm({
    names: ['label', 'day'],
    problemOf: ({ day }) =>
      day < today ? { message: 'Choose today or a later day.', field: 'day' } : undefined,
    send: async ({ label, day }, element) => {
      await addLink({ id: portal.id, label, ends_at: endOfDay(day) }).unwrap();
      element.reset();
    },
    failure: strings.linkNotMade,
  });
  return (
    <div>
      <chakra.h3 fontSize="sm" fontWeight="strong">
        {strings.links}
      </chakra.h3>
      <SmallText mb="2">
        Links are created and revoked at once. They work while the portal is published for private links.
      </SmallText>
      {portal.links.length === 0 ? <MutedText>No private links yet.</MutedText> : null}
      <chakra.ul aria-label={strings.links}>
        {portal.links.map((link) => (
          <LinkRow key={link.id} link={link} />
        ))}
      </chakra.ul>
      {mayPublish ? (
        <Form state={form} mt="3" gap="2">
          <Line alignItems="flex-end">
            <TextField label="Who gets it" name="label" autoComplete="off" />
            <TextField
              label={strings.endsOn}
              name="day"
              type="date"
              width="176px"
              min={today}
              max="9999-12-31"
              defaultValue={dayOf(now + monthSeconds)}
            />
            <Button type="submit" icon={Plus} isBusy={form.isBusy} minHeight="44px">
              Add a link
            </Button>
          </Line>
          <FormMessage message={form.message} />
        </Form>
      ) : null}
    </div>
  );
}
