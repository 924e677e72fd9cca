import type { ListAddress, ListAddressActions } from '../../lib/use-list-address.ts';
import { Choice } from '../choice.tsx';

interface FilterChoiceProps<Name extends string> {
  name: Name;
  label: string;
  /** Texts by value; the empty value is no filter. */
  texts: Readonly<Record<string, string>>;
  width: string;
  isWhole?: boolean;
  filters: ListAddress<Name>['filters'];
  actions: ListAddressActions;
}

/** A filter of a list by one of several values. */
export function FilterChoice<Name extends string>(props: FilterChoiceProps<Name>) {
  const { name, label, texts, width, isWhole, filters, actions } = props;
  return (
    <Choice
      label={label}
      width={width}
      isWhole={isWhole}
      value={filters[name]}
      options={Object.entries(texts).map(([value, text]) => ({ value, text }))}
      onChange={(value) => {
        actions.filter(name, value);
      }}
    />
  );
}
