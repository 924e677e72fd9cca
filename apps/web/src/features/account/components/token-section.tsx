import { chakra } from '@chakra-ui/react';
import { plans } from '@vault/contracts';
import type { AccountRecord } from '@vault/contracts';
import { MailLink } from '../../../components/ui/text-link.tsx';
import { formatNumber } from '../../../lib/format/format-number.ts';
import { operator } from '../../../strings/operator.ts';
import { PageSection } from '../../../components/ui/page-section.tsx';
import { Ledger } from './ledger.tsx';
import { ShareStrip } from './share-strip.tsx';
import { MutedText } from '../../../components/ui/muted-text.ts';

/** The token balance, its sources and the ledger. */
export function TokenSection({ account }: { account: AccountRecord }) {
  const { token_balance: balance, granted, added, monthly_tokens: monthly } = account;
  const shares = [
    { amount: granted, color: 'chapter.2' },
    { amount: added, color: 'chapter.1' },
  ];
  return (
    <PageSection id="tokens" title="Tokens">
      <chakra.p fontVariantNumeric="tabular-nums">
        <chakra.strong fontFamily="quote" fontSize="xl" fontWeight="strong" letterSpacing="-0.01em">
          {formatNumber(balance)}
        </chakra.strong>{' '}
        <MutedText as="span">to spend</MutedText>
      </chakra.p>
      <chakra.div display="grid" gap="2">
        <ShareStrip shares={shares} whole={Math.max(monthly, granted) + added} />
        <MutedText maxWidth="65ch" fontVariantNumeric="tabular-nums">
          {`${formatNumber(granted)} left of this month’s ${formatNumber(monthly)}`}
          {added > 0 ? (
            <>
              <br />
              {`${formatNumber(added)} added; these stay when the month ends`}
            </>
          ) : null}
        </MutedText>
      </chakra.div>
      <MutedText maxWidth="65ch">
        Need more?{' '}
        <MailLink
          to={operator.email}
          subject={`More tokens for ${account.email}`}
          body={`Account: ${account.email}\nPlan: ${plans[account.plan].name}\nTokens that I need: `}
          label="Ask for tokens"
        />
        . Extra tokens do not expire at the end of the month.
      </MutedText>
      <Ledger />
    </PageSection>
  );
}
