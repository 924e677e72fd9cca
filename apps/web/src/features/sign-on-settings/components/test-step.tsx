import { chakra } from '@chakra-ui/react';
import type { SsoRecord } from '@vault/contracts';
import { Check, X } from 'lucide-react';
import { useState } from 'react';
import { errorMessage } from '../../../api/http/error-message.ts';
import { Button } from '../../../components/ui/button.tsx';
import type { ButtonProps } from '../../../components/ui/button.tsx';
import { FormMessage } from '../../../components/ui/fields/form-message.tsx';
import { Line } from '../../../components/ui/fields/line.ts';
import { MutedText } from '../../../components/ui/muted-text.ts';
import { webAddress } from '../../../lib/browser/web-address.ts';
import { useTestSsoMutation } from '../api/sso-api.ts';
import { testLine } from '../model/sso-texts.ts';
import type { TestWait } from '../model/use-test-wait.ts';
import { checkWords, signOnStrings as strings } from '../sign-on-settings.strings.ts';

const failed = 'The test could not begin. Please try again.';
const tooLate = 'The sign-in did not end within 10 minutes. Test it again.';
const windowFeatures = 'popup,width=560,height=760';

const Plain = chakra('a', {
  base: { textDecoration: 'underline', textUnderlineOffset: '3px', fontWeight: 'strong' },
});

interface TestStepProps {
  sso: SsoRecord;
  wait: TestWait;
  /** Of the button to press next. */
  tone: ButtonProps['tone'];
}

/** Signs in at the provider in another window, and shows what was found. */
export function TestStep({ sso: { provider, test }, wait, tone }: TestStepProps) {
  const [begin, { isLoading }] = useTestSsoMutation();
  const [message, setMessage] = useState('');
  const [blocked, setBlocked] = useState('');
  const start = async () => {
    if (isLoading || wait.isWaiting) return;
    setMessage('');
    setBlocked('');
    // Browsers open a window only in the click itself.
    const opened = window.open('', '_blank', windowFeatures);
    try {
      const { url } = await begin(undefined).unwrap();
      const address = webAddress(url);
      if (opened) opened.location.href = address;
      else setBlocked(address);
      wait.start();
    } catch (error) {
      opened?.close();
      setMessage(errorMessage(error, failed));
    }
  };
  if (provider === null) return <MutedText>Set the provider first.</MutedText>;
  const problem = message || (wait.isOver ? tooLate : '');
  return (
    <>
      <MutedText maxWidth="65ch">
        You sign in at your provider in another window. That changes nothing, and signs nobody in here.
      </MutedText>
      {wait.isWaiting ? (
        <Line role="status">
          <span>Waiting for the sign-in in the other window…</span>
          {blocked === '' ? null : (
            <Plain href={blocked} target="_blank" rel="noopener">
              The browser did not open it: open it here
            </Plain>
          )}
        </Line>
      ) : null}
      <Line>
        {wait.isWaiting ? (
          <Button onClick={wait.stop}>Stop waiting</Button>
        ) : (
          <Button tone={tone} isBusy={isLoading} onClick={() => void start()}>
            {test === null ? 'Test the sign-in' : 'Test the sign-in again'}
          </Button>
        )}
      </Line>
      {problem === '' ? null : <FormMessage message={problem} />}
      {test === null || wait.isWaiting ? null : <Result test={test} />}
    </>
  );
}

function Result({ test }: { test: NonNullable<SsoRecord['test']> }) {
  return (
    <chakra.div maxWidth="560px">
      <MutedText role="status" mb="2">
        {`${testLine(test)}.`}
      </MutedText>
      <chakra.ul aria-label="What the test has shown" borderBottomWidth="1px">
        {test.checks.map(({ what, is_ok: isOk, text }) => (
          <chakra.li
            key={what}
            display="grid"
            gridTemplateColumns={{ base: '20px minmax(0, 1fr)', sm: '20px 84px minmax(0, 1fr)' }}
            columnGap="3"
            py="2"
            borderTopWidth="1px"
            fontSize="sm"
          >
            <chakra.span
              role="img"
              aria-label={isOk ? 'Right' : 'Wrong'}
              color={isOk ? 'good' : 'signal'}
              pt="1px"
            >
              {isOk ? <Check size={18} strokeWidth={2} /> : <X size={18} strokeWidth={2} />}
            </chakra.span>
            <chakra.span fontWeight="strong">{checkWords[what]}</chakra.span>
            <chakra.span gridColumn={{ base: '2', sm: 'auto' }} overflowWrap="anywhere">
              {text}
            </chakra.span>
          </chakra.li>
        ))}
      </chakra.ul>
      <MutedText mt="3">{strings.unchanged}</MutedText>
    </chakra.div>
  );
}
