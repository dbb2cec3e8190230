import type { ComponentType, ReactNode } from 'react';
import type { NodePlan } from '../plan/plan.ts';

export interface FrameProps {
  readonly plan: NodePlan;
  /** Where the node stands, with the keys of the lists around it. */
  readonly instance: string;
  readonly children: ReactNode;
}

/**
 * What surrounds every node that is drawn. A frame adds no element, or layouts would differ between
 * those who read a screen and those who edit it; it may provide a context, count, or listen.
 */
export type Frame = ComponentType<FrameProps>;

/** The reader's frame: nothing. */
export function PlainFrame({ children }: FrameProps): ReactNode {
  return children;
}
