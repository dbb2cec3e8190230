import type { Pending } from '../plan/expression.ts';
import { createContext, type ReactNode, useContext } from 'react';

type TextOrPending = string | Pending | undefined;

/** Shows one panel at a time and knows all of them. */
export interface PanelHost {
  /** Instance of the panel that is shown. */
  readonly shown: string | undefined;
  /** Registers a panel. @returns a function that removes it. */
  add(panel: Panel): () => void;
}

export interface Panel {
  readonly id: string;
  readonly title: TextOrPending;
  /** Language of the title, if it may differ from the page's. */
  readonly lang: string | undefined;
  /** Its document position gives the panel's order. */
  readonly element: Element;
}

const PanelContext = createContext<PanelHost | undefined>(undefined);

/** Sections directly in `children` are panels of `host`; without a host they are ordinary sections. */
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

/** Id of a panel's tab. */
export function tabIdOf(panel: string): string {
  return `${panel}-tab`;
}
