import { chakra } from '@chakra-ui/react';
import { planIds, plans } from '@vault/contracts';
import type { PlanId } from '@vault/contracts';
import { Link } from 'react-router-dom';
import { Button } from '../../../components/ui/button.tsx';
import { landingStrings as strings } from '../landing.strings.ts';
import { Section } from './section.tsx';
import { PageTitle, MutedText } from '../../../components/ui/muted-text.ts';

function PricingCard({ id }: { id: PlanId }) {
  const { name, pricePerMonth } = plans[id];
  const { lead, facts, action } = strings.plans[id];
  const isMain = id === 'executive';
  return (
    <chakra.article
      aria-labelledby={`plan-${id}`}
      display="flex"
      flexDirection="column"
      bg="surface"
      border="1px solid"
      borderColor={isMain ? 'line.strong' : 'line'}
      borderRadius="media"
      p={{ base: '6', md: '10' }}
      breakInside="avoid"
    >
      <PageTitle as="h3" id={`plan-${id}`}>
        {name}
      </PageTitle>
      <chakra.p color="ink.muted" mt="2" mb="6">
        {lead}
      </chakra.p>
      <chakra.p fontVariantNumeric="tabular-nums" mb="6">
        <chakra.span fontFamily="quote" fontSize="3xl" fontWeight="strong" lineHeight="1">
          ${pricePerMonth}
        </chakra.span>{' '}
        <chakra.span color="ink.muted">{strings.perMonth}</chakra.span>
      </chakra.p>
      <chakra.ul mb="8">
        {facts.map((fact) => (
          <chakra.li key={fact} py="2" borderTopWidth="1px">
            {fact}
          </chakra.li>
        ))}
      </chakra.ul>
      <chakra.span mt="auto">
        <Button asChild tone="outline" size="wide">
          <Link to={`/register?plan=${id}`}>{action}</Link>
        </Button>
      </chakra.span>
    </chakra.article>
  );
}

/** The pricing cards of both plans. */
export function Pricing() {
  return (
    <Section id="pricing" title={strings.pricingTitle}>
      <chakra.div
        display="grid"
        gridTemplateColumns={{ base: 'minmax(0, 1fr)', md: 'repeat(2, minmax(0, 1fr))' }}
        gap="6"
        mt={{ base: '8', md: '12' }}
      >
        {planIds.map((id) => (
          <PricingCard key={id} id={id} />
        ))}
      </chakra.div>
      <MutedText mt="6">{strings.pricingNote}</MutedText>
    </Section>
  );
}
