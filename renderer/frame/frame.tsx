import type { ComponentType, ReactNode } from 'react';
import type { NodePlan } from '../plan/plan.ts';

export interface FrameProps {
  readonly plan: NodePlan;
  /** The node's id with the keys of the lists around it. */
  readonly instance: string;
  readonly children: ReactNode;
}

/**
 * Wraps every rendered node. A frame must not add elements, so that layouts are the same on the page and in the
 * studio. It may provide a context, count, or listen.
 */
export type Frame = ComponentType<FrameProps>;

/** The frame of the page: adds nothing. */
export function PlainFrame({ children }: FrameProps): ReactNode {
  return children;
}
