import { foldText } from '@vault/contracts';

interface Named {
  readonly firstname: string;
  readonly lastname: string;
}

/** What lists are sorted by when they are sorted by name. */
export function sortNameOf({ firstname, lastname }: Named): string {
  return foldText(`${firstname} ${lastname}`);
}

/** What the filter of a list is looked for in: the e-mail, then the names, each on a line of its own. */
export function searchTextOf(person: Named & { readonly email: string }): string {
  return `${foldText(person.email)}\n${sortNameOf(person)}`;
}

/** A filter as an expression that finds it as it stands. */
export function expressionOf(filter: string): string {
  return foldText(filter).replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');
}
