import { chakra } from '@chakra-ui/react';
import type { EmployeeRow } from '@vault/contracts';
import type { ReactNode } from 'react';
import { nameOf } from '../model/employee-state.ts';
import { MutedText } from '../../../components/ui/muted-text.ts';

interface UserEffectsProps {
  row: EmployeeRow;
  title: string;
  /** List items. */
  children: ReactNode;
}

/** The user whom a question is about, and a list of what the action changes. */
export function UserEffects({ row, title, children }: UserEffectsProps) {
  return (
    <>
      <chakra.p fontSize="md" fontWeight="strong" overflowWrap="anywhere">
        {nameOf(row)}
      </chakra.p>
      <MutedText overflowWrap="anywhere" mb="4">
        {row.email}
      </MutedText>
      <chakra.p fontSize="sm" mb="1">
        {title}
      </chakra.p>
      <chakra.ul listStyleType="disc" fontSize="sm" color="ink.muted" ps="4" display="grid" gap="1">
        {children}
      </chakra.ul>
    </>
  );
}
