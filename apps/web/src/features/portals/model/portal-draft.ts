import type { PortalRecord, PortalSettings } from '@vault/contracts';

export type Field = keyof PortalSettings;

/** A portal as the server has it, and its settings as a person edits them. */
export interface PortalDraft {
  readonly base: PortalRecord;
  readonly settings: PortalSettings;
}

export type DraftAction =
  | { readonly type: 'change'; readonly fields: Partial<PortalSettings> }
  /** A newer record came. `sent` are the fields that a save has stored in it. */
  | { readonly type: 'rebase'; readonly record: PortalRecord; readonly sent?: Partial<PortalSettings> }
  | { readonly type: 'discard' };

export function settingsOf(record: PortalRecord): PortalSettings {
  const {
    name,
    slug,
    intro,
    video_ids,
    accent,
    theme,
    shows,
    audience,
    domains,
    is_listed,
    ends_at,
    hidden,
  } = record;
  return {
    name,
    slug,
    intro,
    video_ids,
    accent,
    theme,
    shows,
    audience,
    domains,
    is_listed,
    ends_at,
    hidden,
  };
}

export function draftOf(record: PortalRecord): PortalDraft {
  return { base: record, settings: settingsOf(record) };
}

const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);

function differences(settings: PortalSettings, from: PortalSettings): Partial<PortalSettings> {
  const names = (Object.keys(settings) as Field[]).filter((name) => !isSame(settings[name], from[name]));
  return Object.fromEntries(names.map((name) => [name, settings[name]]));
}

/** The fields that a save would change. */
export function changedFields({ base, settings }: PortalDraft): Partial<PortalSettings> {
  return differences(settings, settingsOf(base));
}

/** The draft on a newer record: fields that a person has changed keep their values, all others get the new ones. */
export function rebase(
  draft: PortalDraft,
  record: PortalRecord,
  sent: Partial<PortalSettings> = {},
): PortalDraft {
  const unsent = differences(draft.settings, { ...settingsOf(draft.base), ...sent });
  return { base: record, settings: { ...settingsOf(record), ...unsent } };
}

export function reduceDraft(draft: PortalDraft, action: DraftAction): PortalDraft {
  switch (action.type) {
    case 'change':
      return { ...draft, settings: { ...draft.settings, ...action.fields } };
    case 'rebase':
      return rebase(draft, action.record, action.sent);
    case 'discard':
      return draftOf(draft.base);
  }
}

/** The list with one item at another place. */
export function move<Item>(items: readonly Item[], from: number, to: number): Item[] {
  const others = items.filter((_item, place) => place !== from);
  return [...others.slice(0, to), ...items.slice(from, from + 1), ...others.slice(to)];
}
