import { Drawer, Portal, chakra } from '@chakra-ui/react';
import { X } from 'lucide-react';
import { useState } from 'react';
import { Brand } from '../../components/ui/brand.tsx';
import { IconButton } from '../../components/ui/icon-button.tsx';
import { AdminNav } from './admin-nav.tsx';
import { sidebarPx } from './use-sidebar-choice.ts';

const Head = chakra('div', {
  base: { display: 'flex', alignItems: 'center', flexShrink: 0, height: '64px', pl: '2', mb: '4' },
});

/**
 * The menu beside the page: 290 px wide, or 90 px with icons only. While it is collapsed, hover and focus expand it
 * over the page.
 */
export function AdminSidebar({ isExpanded }: { isExpanded: boolean }) {
  const [isHovered, setHovered] = useState(false);
  const state = isExpanded ? 'expanded' : isHovered ? 'hovered' : 'collapsed';
  const enter = () => setHovered(true);
  const leave = () => setHovered(false);
  return (
    <chakra.aside
      id="admin-menu"
      aria-label="Admin area"
      data-state={state}
      style={{ width: state === 'collapsed' ? sidebarPx.collapsed : sidebarPx.expanded }}
      onPointerEnter={enter}
      onPointerLeave={leave}
      onFocus={(event) => {
        // A pointer press has expanded it already by hover.
        if (event.target.matches(':focus-visible')) enter();
      }}
      onBlur={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget)) leave();
      }}
      onKeyDown={(event) => {
        if (event.key === 'Escape') leave();
      }}
      position="fixed"
      top="0"
      bottom="0"
      left="0"
      zIndex="drawer"
      display="flex"
      flexDirection="column"
      px="6"
      pb="6"
      overflowX="hidden"
      overflowY="auto"
      bg="canvas"
      borderRightWidth="1px"
      transition="width 200ms ease-out"
      css={{
        // It covers the page, so it needs a stronger border.
        '&[data-state=hovered]': { borderColor: 'line.strong' },
      }}
    >
      <Head>
        <Brand to="/admin" isMark={state === 'collapsed'} />
      </Head>
      <AdminNav />
    </chakra.aside>
  );
}

/** The same menu on a phone, over the page. */
export function MobileMenu({ onClose }: { onClose: () => void }) {
  return (
    <Drawer.Root
      open
      placement="start"
      onOpenChange={({ open }) => {
        if (!open) onClose();
      }}
    >
      <Portal>
        <Drawer.Backdrop />
        <Drawer.Positioner>
          <Drawer.Content
            id="admin-menu"
            aria-label="Admin area"
            data-state="mobile-open"
            maxWidth={`min(${String(sidebarPx.expanded)}px, calc(100vw - 56px))`}
            px="6"
            borderRight="1px solid"
            borderColor="line"
          >
            <Head justifyContent="space-between">
              <Brand to="/admin" />
              <Drawer.CloseTrigger asChild position="static">
                <IconButton label="Close the menu" icon={X} />
              </Drawer.CloseTrigger>
            </Head>
            <AdminNav />
          </Drawer.Content>
        </Drawer.Positioner>
      </Portal>
    </Drawer.Root>
  );
}
