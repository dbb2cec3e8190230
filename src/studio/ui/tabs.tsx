import { Tabs as Base } from '@base-ui/react/tabs';
import type { ReactNode } from 'react';
import './tabs.css';

export interface Tab<Name extends string> {
  readonly name: Name;
  readonly title: string;
  readonly shortcut?: string | undefined;
}

export interface TabsProps<Name extends string> {
  readonly label: string;
  readonly tabs: readonly Tab<Name>[];
  readonly open: Name;
  /** The content of the open tab. */
  readonly children: ReactNode;
  onOpen(name: Name): void;
}

/** Tabs over one panel. */
export function Tabs<Name extends string>({ label, tabs, open, children, onOpen }: TabsProps<Name>) {
  return (
    <Base.Root className="st-tabs" value={open} onValueChange={onOpen}>
      <Base.List className="st-tab-list" aria-label={label}>
        {tabs.map(({ name, title, shortcut }) => (
          <Base.Tab key={name} value={name} aria-keyshortcuts={shortcut}>
            {title}
          </Base.Tab>
        ))}
      </Base.List>
      {/* The Tab key goes to the controls inside, not to the panel. */}
      <Base.Panel className="st-tab-panel" value={open} tabIndex={-1}>
        {children}
      </Base.Panel>
    </Base.Root>
  );
}
