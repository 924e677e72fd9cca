import { chakra } from '@chakra-ui/react';
import { planIds, plans } from '@vault/contracts';
import type { PlanId } from '@vault/contracts';
import { registrationStrings } from './registration.strings.ts';

const facts: Record<PlanId, string> = {
  free: registrationStrings.freeFacts,
  executive: registrationStrings.executiveFacts,
};

const Option = chakra('label', {
  base: {
    display: 'grid',
    gridTemplateColumns: 'auto 1fr',
    columnGap: '3',
    alignItems: 'center',
    px: '4',
    py: '3',
    cursor: 'pointer',
    borderWidth: '1px',
    borderStyle: 'solid',
    borderColor: 'line.strong',
    borderRadius: 'md',
    bg: 'surface',
    '&:has(input:checked)': {
      borderColor: 'signal',
      boxShadow: 'inset 0 0 0 1px var(--vault-colors-signal)',
    },
    '& input': { accentColor: 'var(--vault-colors-signal)', width: '18px', height: '18px', margin: 0 },
  },
});

/** Radio buttons named `plan`. */
export function PlanChoice({ initial }: { initial: PlanId }) {
  return (
    <chakra.fieldset border="none" p="0" m="0" display="grid" gap="2">
      <chakra.legend mb="1" fontSize="sm" fontWeight="strong">
        {registrationStrings.plan}
      </chakra.legend>
      {planIds.map((id) => (
        <Option key={id}>
          <input type="radio" name="plan" value={id} defaultChecked={id === initial} />
          <chakra.span display="grid">
            <chakra.span fontWeight="strong">{plans[id].label}</chakra.span>
            <chakra.span fontSize="sm" color="ink.muted">
              {registrationStrings.named(plans[id].name)} {facts[id]}
            </chakra.span>
          </chakra.span>
        </Option>
      ))}
    </chakra.fieldset>
  );
}
