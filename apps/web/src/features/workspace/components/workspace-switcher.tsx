import { chakra } from '@chakra-ui/react';
import type { WorkspaceItem } from '@vault/contracts';
import { ChevronsUpDown, History, Plus, Settings, UserRound, UsersRound } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { renameTeam, useTeam } from '../../../api/session/workspace.ts';
import type { Team } from '../../../api/session/workspace.ts';
import { leavePage } from '../../../components/ui/dialogs/use-leave-guard.tsx';
import { chooseWorkspace } from '../../../api/workspaces/workspace.slice.ts';
import { useTeams } from '../../../api/workspaces/workspaces-api.ts';
import { ActionMenu } from '../../../components/ui/action-menu.tsx';
import type { MenuEntry } from '../../../components/ui/action-menu.tsx';
import { Button } from '../../../components/ui/button.tsx';
import { useListedKeys } from '../../../components/ui/dialogs/shortcuts-list.ts';
import { useKeySequence } from '../../../lib/browser/use-key-sequence.ts';
import { useAppDispatch } from '../../../store/hooks.ts';
import { roleWords } from '../../../strings/role-words.ts';
import { workspaceStrings as strings } from '../workspace.strings.ts';
import { nearDay } from '../model/deletion-day.ts';
import { CreateTeamDialog } from './create-team-dialog.tsx';
import { RestoreDialog } from './restore-dialog.tsx';

const personal = 'Personal';
/** With more workspaces than this, typed text filters them. */
const maxUnfiltered = 7;
const maxDigit = 9;
const keys = [
  { keys: ['G then W'], meaning: 'Change workspace' },
  { keys: ['1–9'], meaning: 'In its menu: choose one' },
];
const openingKeys = ['g', 'w'] as const;

/** Shows which workspace this is, and changes it. Not shown to people without a team. */
export function WorkspaceSwitcher() {
  const teams = useTeams();
  const shown = useTeam();
  const navigate = useNavigate();
  const dispatch = useAppDispatch();
  const [isCreating, setCreating] = useState(false);
  const [restored, setRestored] = useState<WorkspaceItem | null>(null);
  const team = teams.find(({ id }) => id === shown?.id);
  const present = team?.name;
  useEffect(() => {
    if (present !== undefined) renameTeam(present);
  }, [present]);
  const button = useRef<HTMLButtonElement>(null);
  const isShown = teams.length > 0 || shown !== null;
  useListedKeys(keys, isShown);
  useKeySequence(openingKeys, () => button.current?.click());
  if (!isShown) return null;
  const name = team?.name ?? shown?.name ?? personal;
  const show = (team: Team | null) => leavePage(() => dispatch(chooseWorkspace(team)));
  const workspaces: MenuEntry[] = [
    {
      label: personal,
      id: 'own',
      icon: UserRound,
      heading: 'Workspaces',
      isCurrent: shown === null,
      onSelect: () => show(null),
    },
    ...teams.map((each): MenuEntry =>
      each.deletes_at === undefined
        ? {
            label: each.name,
            id: each.id,
            icon: UsersRound,
            picture: each.picture,
            note: roleWords[each.role].name,
            isCurrent: each === team,
            onSelect: () => show(each),
          }
        : {
            label: `${each.name}, closed`,
            id: each.id,
            icon: History,
            note: `It can be restored until ${nearDay(each.deletes_at)}.`,
            onSelect: () => setRestored(each),
          },
    ),
  ];
  const entries: MenuEntry[] = [
    ...workspaces.map((entry, at) => (at < maxDigit ? { ...entry, digit: String(at + 1) } : entry)),
    {
      label: strings.create,
      id: 'create',
      icon: Plus,
      heading: '',
      onSelect: () => leavePage(() => setCreating(true)),
    },
  ];
  if (team && team.deletes_at === undefined)
    entries.push({
      label: `Settings of ${name}`,
      id: 'settings',
      icon: Settings,
      onSelect: () => leavePage(() => void navigate('/workspace')),
    });
  const label = `Workspace: ${name}. Change`;
  return (
    <>
      <ActionMenu
        label={label}
        placement="bottom-start"
        entries={entries}
        isFilteredByTyping={workspaces.length > maxUnfiltered}
        button={
          <Button
            ref={button}
            tone="quiet"
            aria-label={label}
            title={label}
            flexShrink="0"
            maxWidth={{ md: '220px' }}
            px={{ base: '1', md: '3' }}
            gap={{ base: '0', md: '2' }}
            color="ink"
          >
            {team?.picture ? (
              <chakra.img src={team.picture} alt="" boxSize="28px" borderRadius="sm" flexShrink="0" />
            ) : (
              <chakra.span
                aria-hidden
                display={{ base: 'grid', md: 'none' }}
                placeItems="center"
                boxSize="28px"
                border="1px solid"
                borderColor="line.strong"
                borderRadius="sm"
              >
                {Array.from(name)[0]?.toLocaleUpperCase()}
              </chakra.span>
            )}
            <chakra.span dir="auto" truncate display={{ base: 'none', md: 'block' }}>
              {name}
            </chakra.span>
            <chakra.span color="ink.muted" display={{ base: 'none', md: 'block' }} flexShrink="0">
              <ChevronsUpDown aria-hidden size={16} strokeWidth={1.5} />
            </chakra.span>
          </Button>
        }
      />
      {isCreating ? <CreateTeamDialog onClose={() => setCreating(false)} /> : null}
      {restored?.deletes_at === undefined ? null : (
        <RestoreDialog
          id={restored.id}
          name={restored.name}
          deletesAt={restored.deletes_at}
          onClose={() => setRestored(null)}
        />
      )}
    </>
  );
}
