import type { StaffRole } from '@vault/contracts';
import { Choice } from '../../../components/ui/choice.tsx';
import { adminStaffStrings as words } from '../admin-staff.strings.ts';
import { SmallText } from '../../../components/ui/muted-text.ts';

const options = Object.entries(words.roles).map(([value, text]) => ({ value, text }));

/** The role of a member of staff. */
export function RoleChoice({ role, onChange }: { role: StaffRole; onChange: (role: StaffRole) => void }) {
  return (
    <div>
      <Choice
        label={words.role}
        isField
        value={role}
        options={options}
        onChange={(value) => {
          onChange(value === 'owner' ? 'owner' : 'support');
        }}
      />
      <SmallText mt="1">
        Support reads everything, edits and deletes users. Owners manage staff too.
      </SmallText>
    </div>
  );
}
