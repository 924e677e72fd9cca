import { foldText } from '@vault/contracts';

interface Named {
  readonly firstname: string;
  readonly lastname: string;
}

/** The sort key of lists by name. */
export function sortNameOf({ firstname, lastname }: Named): string {
  return foldText(`${firstname} ${lastname}`);
}

/** The text that list filters search: a line with the e-mail address, and a line with the names. */
export function searchTextOf(person: Named & { readonly email: string }): string {
  return `${foldText(person.email)}\n${sortNameOf(person)}`;
}

/** A regular expression that matches the filter literally. */
export function expressionOf(filter: string): string {
  return foldText(filter).replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');
}
