import { emailAddressOf } from '@vault/contracts';

/** The addresses in a typed list, and what is none. */
export interface TypedAddresses {
  /** Each once. */
  readonly emails: readonly string[];
  readonly wrong: readonly string[];
}

/** Reads addresses that are parted by commas, semicolons, spaces or lines. */
export function readAddresses(text: string): TypedAddresses {
  const parts = text.split(/[\s,;]+/).filter((part) => part !== '');
  const isAddress = (part: string) => emailAddressOf(part) !== undefined;
  return {
    emails: [...new Set(parts.flatMap((part) => emailAddressOf(part) ?? []))],
    wrong: parts.filter((part) => !isAddress(part)),
  };
}
