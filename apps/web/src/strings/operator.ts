/**
 * Reads what the gateway knows from a line of the document's head, such as `<meta name="contact-email">`. When the build
 * renders a page without a browser, it is the placeholder that the gateway replaces.
 */
function fact(name: string, placeholder: string): string {
  if (typeof document === 'undefined') return placeholder;
  return document.querySelector<HTMLMetaElement>(`meta[name="${name}"]`)?.content ?? placeholder;
}

/** The operator of this installation, from its configuration; every page with contact details uses it. */
export const operator = {
  name: fact('operator-name', '__OPERATOR_NAME__'),
  /** The postal address; may be empty. */
  address: fact('operator-address', '__OPERATOR_ADDRESS__'),
  email: fact('contact-email', '__CONTACT_EMAIL__'),
} as const;
