import type { StaffRole } from '@vault/contracts';
import { Select } from '../../../components/ui/fields/select.tsx';
import { adminStaffStrings as strings } from '../admin-staff.strings.ts';
import { SmallText } from '../../../components/ui/muted-text.ts';

const options = Object.entries(strings.roles).map(([value, text]) => ({ value, text }));

/** The role of a member of staff. */
export function RoleSelect({ role, onChange }: { role: StaffRole; onChange: (role: StaffRole) => void }) {
  return (
    <div>
      <Select
        label={strings.role}
        isField
        value={role}
        options={options}
        onChange={(value) => onChange(value === 'owner' ? 'owner' : 'support')}
      />
      <SmallText mt="1">
        Support reads everything, edits and deletes users. Owners manage staff too.
      </SmallText>
    </div>
  );
}
