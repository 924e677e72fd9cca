import { chakra } from '@chakra-ui/react';
import { Building2, Coins, Film, LayoutDashboard, ScrollText, ShieldCheck, Users } from 'lucide-react';
import { NavLink } from 'react-router-dom';
import { useStaffMember } from '../../api/staff/member-api.ts';

const product = [
  { to: '/admin/dashboard', label: 'Dashboard', icon: LayoutDashboard },
  { to: '/admin/users', label: 'Users', icon: Users },
  { to: '/admin/teams', label: 'Teams', icon: Building2 },
  { to: '/admin/videos', label: 'Videos', icon: Film },
  { to: '/admin/token-histories', label: 'Token Histories', icon: Coins },
] as const;
const audit = { to: '/admin/audit', label: 'Audit Log', icon: ScrollText } as const;
const staff = { to: '/admin/staff', label: 'Staff', icon: ShieldCheck } as const;

const NavItem = chakra(NavLink, {
  base: {
    position: 'relative',
    display: 'grid',
    gridTemplateColumns: '42px minmax(0, 1fr)',
    alignItems: 'center',
    minHeight: '44px',
    borderRadius: 'md',
    color: 'ink.muted',
    fontSize: 'sm',
    fontWeight: 'strong',
    textDecoration: 'none',
    overflow: 'hidden',
    whiteSpace: 'nowrap',
    _hover: { bg: 'hover', color: 'ink' },
    '& svg': { justifySelf: 'center', width: '20px', height: '20px', strokeWidth: 1.5 },
    '&[aria-current=page]': { bg: 'surface', color: 'ink' },
    '&[aria-current=page]::before': {
      content: '""',
      position: 'absolute',
      left: 0,
      top: '10px',
      bottom: '10px',
      width: '2px',
      borderRadius: '1px',
      bg: 'ink',
    },
  },
});

/** Navigation of the admin area. Only owners see the staff page. */
export function AdminNav() {
  const { role } = useStaffMember();
  const groups = [product, role === 'owner' ? [audit, staff] : [audit]];
  return (
    <chakra.nav aria-label="Admin" display="grid" gap="4">
      {groups.map((links, at) => (
        <chakra.ul
          key={at}
          pt={at === 0 ? undefined : '4'}
          borderTopWidth={at === 0 ? undefined : '1px'}
          display="grid"
          gap="1"
        >
          {links.map(({ to, label, icon: Icon }) => (
            <li key={to}>
              <NavItem to={to}>
                <Icon aria-hidden />
                <span>{label}</span>
              </NavItem>
            </li>
          ))}
        </chakra.ul>
      ))}
    </chakra.nav>
  );
}
