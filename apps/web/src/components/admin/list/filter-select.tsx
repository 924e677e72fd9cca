import { Select } from '../../ui/fields/select.tsx';
import type { ListState } from './use-server-list.ts';

interface FilterChoiceProps {
  list: ListState;
  /** The name of the filter. */
  name: string;
  label: string;
  /** Texts by value; the empty value is no filter. */
  texts: Readonly<Record<string, string>>;
  width: string;
  isWhole?: boolean;
}

/** A filter of a list by one of several values. */
export function FilterSelect({ list, name, label, texts, width, isWhole }: FilterChoiceProps) {
  return (
    <Select
      label={label}
      width={width}
      isWhole={isWhole}
      value={list.address.filters[name] ?? ''}
      options={Object.entries(texts).map(([value, text]) => ({ value, text }))}
      onChange={(value) => list.actions.filter(name, value)}
    />
  );
}
