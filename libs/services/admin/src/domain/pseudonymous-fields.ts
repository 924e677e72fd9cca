/** The address of a portal may be the name of a person or a company. */
const personal: readonly string[] = ['firstname', 'lastname', 'email', 'portal'];

/** Fields of an audit line, as a JSON object, without those that name a person; empty when none is left. */
export function pseudonymousFields(json: string): string {
  if (json === '') return '';
  const fields = Object.entries(JSON.parse(json) as Readonly<Record<string, unknown>>);
  const left = fields.filter(([name]) => !personal.includes(name));
  return left.length > 0 ? JSON.stringify(Object.fromEntries(left)) : '';
}
