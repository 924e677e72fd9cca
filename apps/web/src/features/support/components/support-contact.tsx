import { chakra } from '@chakra-ui/react';
import { MailLink, TextLink } from '../../../components/ui/text-link.tsx';
import { operator } from '../../../strings/operator.ts';
import { supportStrings as strings } from '../support.strings.ts';

/** The contact addresses for questions that the page does not answer. */
export function SupportContact() {
  return (
    <section>
      <chakra.h2 fontFamily="quote" fontSize="lg" fontWeight="strong" mb="2">
        {strings.mailTitle}
      </chakra.h2>
      <chakra.p color="ink.muted" mb="3">
        {strings.mailText}
      </chakra.p>
      <chakra.p mb="6">
        <MailLink to={operator.email} subject={strings.mailSubject} />
      </chakra.p>
      <chakra.p color="ink.muted">
        {strings.feedbackText} <TextLink to="/contact">{strings.feedback}</TextLink>
      </chakra.p>
    </section>
  );
}
