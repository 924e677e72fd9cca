import { chakra } from '@chakra-ui/react';
import type { LogStreamBody, LogStreamKind, LogStreamRecord } from '@vault/contracts';
import { useState } from 'react';
import { errorMessage } from '../../../api/http/error-message.ts';
import { Button } from '../../../components/ui/button.tsx';
import { Choice } from '../../../components/ui/fields/choice.ts';
import { FormMessage } from '../../../components/ui/fields/form-message.tsx';
import { Form } from '../../../components/ui/fields/form.tsx';
import { Line } from '../../../components/ui/fields/line.ts';
import { TextField } from '../../../components/ui/fields/text-field.tsx';
import { useForm } from '../../../components/ui/fields/use-form.ts';
import { LoadProblem } from '../../../components/ui/load-problem.tsx';
import { MutedText } from '../../../components/ui/muted-text.ts';
import { PageSection } from '../../../components/ui/page-section.tsx';
import { SkeletonBlock } from '../../../components/ui/skeleton-block.tsx';
import { showToast } from '../../../components/ui/toasts/toasts.ts';
import { useNow } from '../../../lib/state/use-now.ts';
import {
  useLogStreamQuery,
  useSetLogStreamMutation,
  useTestLogStreamMutation,
} from '../api/audit-log-api.ts';
import { streamState } from '../model/stream-state.ts';

const kinds: readonly { readonly kind: LogStreamKind; readonly text: string }[] = [
  { kind: 'off', text: 'Send it nowhere' },
  { kind: 'https', text: 'Post JSON lines to an https address' },
  { kind: 'syslog', text: 'Send it by syslog with TLS' },
];

/** The state of deliveries is read again while the page is open. */
const readEveryMs = 10_000;

/** Where new entries are sent, for the owners of the team. */
export function LogStream() {
  const stream = useLogStreamQuery(undefined, {
    pollingInterval: readEveryMs,
    skipPollingIfUnfocused: true,
    refetchOnMountOrArgChange: true,
  });
  return (
    <PageSection id="stream" title="Send it to a collector">
      <MutedText maxWidth="65ch">
        New entries are sent in their order, each at least once. What a collector misses while it is away, it
        gets later.
      </MutedText>
      {stream.data ? (
        <StreamForm key={keyOf(stream.data)} stream={stream.data} />
      ) : stream.isError ? (
        <LoadProblem
          error={stream.error}
          text="Where the log is sent could not be loaded."
          onRetry={() => void stream.refetch()}
        />
      ) : (
        <SkeletonBlock height="112px" maxWidth="560px" />
      )}
    </PageSection>
  );
}

/** The form begins anew when its settings were changed, and not with each delivery. */
function keyOf({ kind, url, host, port }: LogStreamRecord): string {
  return [kind, url, host, port].join(' ');
}

function StreamForm({ stream }: { stream: LogStreamRecord }) {
  const [kind, setKind] = useState(stream.kind);
  const now = useNow(60_000);
  const [set] = useSetLogStreamMutation();
  const form = useForm({
    names: ['url', 'secret', 'host', 'port'],
    required: kind === 'https' ? ['url'] : kind === 'syslog' ? ['host'] : [],
    send: async (fields) => {
      await set(bodyOf(kind, fields)).unwrap();
      showToast({ kind: 'success', text: kind === 'off' ? 'It is sent nowhere now.' : 'It was saved.' });
    },
    failure: 'It was not saved. Please try again.',
  });
  return (
    <Form state={form} maxWidth="560px">
      <chakra.fieldset display="grid" gap="2">
        <chakra.legend srOnly>Where new entries are sent</chakra.legend>
        {kinds.map((each) => (
          <Choice key={each.kind}>
            <input
              type="radio"
              name="kind"
              value={each.kind}
              checked={each.kind === kind}
              onChange={() => setKind(each.kind)}
            />
            <span>{each.text}</span>
          </Choice>
        ))}
      </chakra.fieldset>
      {kind === 'https' ? <HttpsFields stream={stream} /> : null}
      {kind === 'syslog' ? <SyslogFields stream={stream} /> : null}
      <FormMessage message={form.message} />
      <Line>
        <Button isBusy={form.isBusy} type="submit">
          {form.isBusy ? 'Saving…' : 'Save'}
        </Button>
        {stream.kind === 'off' || stream.kind !== kind ? null : <TestButton />}
      </Line>
      {stream.kind === 'off' ? null : <MutedText role="status">{streamState(stream, now)}</MutedText>}
    </Form>
  );
}

function HttpsFields({ stream: { url, has_secret: hasSecret } }: { stream: LogStreamRecord }) {
  return (
    <>
      <TextField
        label="Address"
        name="url"
        type="url"
        inputMode="url"
        autoComplete="off"
        placeholder="https://"
        defaultValue={url ?? ''}
        required
      />
      <TextField
        label="Secret"
        name="secret"
        type="password"
        autoComplete="off"
        hint={
          hasSecret
            ? 'One is set, and it is never shown. Leave this empty to keep it while the address stays the same.'
            : 'It is sent as a bearer token, and never shown again.'
        }
      />
    </>
  );
}

function SyslogFields({ stream: { host, port } }: { stream: LogStreamRecord }) {
  return (
    <chakra.div display="grid" gap="4" gridTemplateColumns={{ base: '1fr', sm: 'minmax(0, 1fr) 120px' }}>
      <TextField label="Host" name="host" autoComplete="off" defaultValue={host ?? ''} required />
      <TextField label="Port" name="port" inputMode="numeric" pattern="[0-9]*" defaultValue={port ?? 6514} />
    </chakra.div>
  );
}

function TestButton() {
  const [test, { isLoading }] = useTestLogStreamMutation();
  const send = async () => {
    if (isLoading) return;
    try {
      await test(undefined).unwrap();
      showToast({ kind: 'success', text: 'The collector has taken a test entry.' });
    } catch (error) {
      const text = errorMessage(error, 'The test entry could not be sent. Please try again.');
      showToast({ kind: 'error', text });
    }
  };
  return (
    <Button tone="quiet" isBusy={isLoading} onClick={() => void send()}>
      Send a test entry
    </Button>
  );
}

function bodyOf(
  kind: LogStreamKind,
  fields: Record<'url' | 'secret' | 'host' | 'port', string>,
): LogStreamBody {
  const { url, secret, host, port } = fields;
  if (kind === 'https') return { kind, url: url.trim(), ...(secret !== '' && { secret }) };
  if (kind === 'syslog') return { kind, host: host.trim(), ...(port !== '' && { port: Number(port) }) };
  return { kind };
}
