import type { Pending } from '../plan/expression.ts';
import { createContext, type ReactNode, useContext } from 'react';

type TextOrPending = string | Pending | undefined;

/** What shows one panel at a time, and hears of each. */
export interface PanelHost {
  /** Instance of the panel that is shown. */
  readonly shown: string | undefined;
  /** Until what it returns is called. */
  add(panel: Panel): () => void;
}

export interface Panel {
  readonly id: string;
  readonly title: TextOrPending;
  /** Language of the title, where it may not be the page's. */
  readonly lang: string | undefined;
  /** Where it stands tells its place among the others. */
  readonly element: Element;
}

const PanelContext = createContext<PanelHost | undefined>(undefined);

/** Sections drawn directly in `children` are panels of `host`; without one they are themselves again. */
export function Panels({
  host,
  children,
}: {
  readonly host: PanelHost | undefined;
  readonly children: ReactNode;
}) {
  return <PanelContext value={host}>{children}</PanelContext>;
}

export function usePanelHost(): PanelHost | undefined {
  return useContext(PanelContext);
}

/** Id of the tab that shows a panel. */
export function tabIdOf(panel: string): string {
  return `${panel}-tab`;
}
