import { chakra } from '@chakra-ui/react';
import { MailLink } from '../../../components/ui/mail-link.tsx';
import { TextLink } from '../../../components/ui/text-link.tsx';
import { operator } from '../../../strings/operator.ts';
import { supportStrings as words } from '../support.strings.ts';

/** The contact addresses for questions that the page does not answer. */
export function SupportContact() {
  return (
    <section>
      <chakra.h2 fontFamily="quote" fontSize="lg" fontWeight="strong" mb="2">
        {words.mailTitle}
      </chakra.h2>
      <chakra.p color="ink.muted" mb="3">
        {words.mailText}
      </chakra.p>
      <chakra.p mb="6">
        <MailLink to={operator.email} subject={words.mailSubject} />
      </chakra.p>
      <chakra.p color="ink.muted">
        {words.feedbackText} <TextLink to="/contact">{words.feedback}</TextLink>
      </chakra.p>
    </section>
  );
}
