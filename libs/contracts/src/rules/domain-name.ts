import { emailAddressOf } from './email-address.ts';
import { isPublicSuffix } from './public-suffix.ts';

/** Where everybody gets an address. */
const publicMail = new Set(
  (
    'aol.com fastmail.com gmail.com gmx.de gmx.net googlemail.com hotmail.com icloud.com live.com mail.com mail.ru me.com ' +
    'msn.com outlook.com proton.me protonmail.com qq.com t-online.de web.de yahoo.com yandex.ru zoho.com 126.com 163.com'
  ).split(' '),
);

/** What names in the DNS can be, with a place for the record that proves whose a domain is. */
const maxLabelLength = 63;
const maxDomainLength = 230;

/**
 * The one form in which a domain is stored and compared; undefined when the text is no domain that a mail is sent to. Takes
 * the address of a page and of a person, because people paste one of them.
 */
export function domainNameOf(text: string): string | undefined {
  const address = emailAddressOf(`a@${hostOf(text.trim())}`);
  const domain = address === undefined ? '' : domainOfEmail(address);
  const isName = domain.length <= maxDomainLength && domain.split('.').every(isLabel);
  return isName ? domain : undefined;
}

function hostOf(text: string): string {
  const scheme = /^[a-z][\d+.a-z-]*:\/\//i.exec(text)?.[0];
  const [authority = ''] = text.slice(scheme?.length).split('/', 1);
  const host = authority.slice(authority.lastIndexOf('@') + 1);
  // Without a scheme it is a domain of its own, which may get mail.
  return scheme === undefined ? host : host.replace(/^www\./i, '');
}

function isLabel({ length }: string): boolean {
  return length > 0 && length <= maxLabelLength;
}

/** @param email in its stored form */
export function domainOfEmail(email: string): string {
  return email.slice(email.lastIndexOf('@') + 1);
}

/** Whether people of different organisations have addresses in this domain, so that no team can have it. */
export function isSharedDomain(domain: string): boolean {
  return publicMail.has(domain) || isPublicSuffix(domain);
}
