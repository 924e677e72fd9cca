import type { ServiceName } from '@vault/contracts';

/** A stored document of any form. */
export type StoredDocument = Readonly<Record<string, unknown>> & { readonly _id: string };

/** What changes in a document. */
export interface DocumentChange {
  readonly set?: Readonly<Record<string, unknown>>;
  readonly unset?: readonly string[];
}

/** A change of all documents of a collection. */
export interface CollectionUpgrade {
  readonly service: ServiceName;
  readonly collection: string;
  /** Pure. @returns undefined for a document of the new form, so that a killed upgrade can be repeated */
  readonly change: (document: StoredDocument, now: Date) => DocumentChange | undefined;
}

/** Documents that people must know of after the upgrade, with what to do. */
export interface UpgradeNotice {
  readonly service: ServiceName;
  readonly collection: string;
  /** Finds them after the upgrade, before a service runs. */
  readonly filter: Readonly<Record<string, unknown>>;
  readonly nameOf: (document: StoredDocument) => string;
  /** `12 recordings …` without the number. */
  readonly text: string;
}

/** Brings data of the form before to the next one. */
export interface UpgradeStep {
  readonly to: number;
  readonly changes: readonly CollectionUpgrade[];
  readonly notices: readonly UpgradeNotice[];
}

interface Reshaping {
  /** Old names of fields, and the new ones. */
  readonly renamed?: Readonly<Record<string, string>>;
  readonly removed?: readonly string[];
  /** For documents that lack the field. */
  readonly defaults?: Readonly<Record<string, unknown>>;
  /** Other fields to set. */
  readonly also?: (document: StoredDocument, now: Date) => Readonly<Record<string, unknown>>;
}

/** A change that says what differs between two forms of a document. */
export function reshape({
  renamed = {},
  removed = [],
  defaults = {},
  also = () => ({}),
}: Reshaping): CollectionUpgrade['change'] {
  return (document, now) => {
    const old = Object.entries(renamed).filter(([from]) => from in document);
    const moved = old
      .filter(([, to]) => !(to in document))
      .map(([from, to]) => [to, document[from]] as const);
    const missing = Object.entries(defaults).filter(([name]) => !(name in document));
    const set = { ...Object.fromEntries([...missing, ...moved]), ...also(document, now) };
    const unset = [...old.map(([from]) => from), ...removed.filter((name) => name in document)];
    return Object.keys(set).length + unset.length > 0 ? { set, unset } : undefined;
  };
}
